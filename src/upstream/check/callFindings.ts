import type { CheckFinding } from '#contract/serviceCheck.ts';
import { isObject } from '#contract/mergePatch.ts';
import { mergedUnread } from '../reading/findings.ts';
import { noteText, shapeText, unreadView, type Note, type Shape } from '../reading/findingTexts.ts';
import { labelOf, type CallName, type Exchange, type Purpose } from './exchanges.ts';
import { endOf } from './listEnds.ts';

export type CallFinding = Omit<CheckFinding, 'call'>;

export const differs = (found: string): CallFinding => ({
  outcome: 'differs',
  found,
  isHarmless: false,
});
export const harmless = (found: string): CallFinding => ({ ...differs(found), isHarmless: true });
export const unreadable = (found: string): CallFinding => ({
  ...differs(found),
  outcome: 'unreadable',
});
export const notTried = (found: string): CallFinding => ({
  ...harmless(found),
  outcome: 'not-tried',
});

export const purposed = (of: readonly Exchange[], ...purposes: readonly Purpose[]) =>
  of.filter(({ purpose }) => purposes.includes(purpose));

/** A longer median is slow, in milliseconds. */
const slowMs = 2000;

export function readFindings(of: readonly Exchange[]): CallFinding[] {
  const sample = purposed(of, 'sample', 'second page');
  if (sample.length === 0) return [notTried('The service has no data to test this with.')];
  const read = sample.filter(({ fault }) => fault === null);
  return [
    ...located(sample, ({ fault }) => (fault === null ? [] : [unreadable(fault)])),
    ...unreadFindings(read),
    ...located(read, (exchange) => [
      ...(exchange.read?.shapes ?? [])
        .filter((shape) => !isOfInterface(shape, exchange))
        .map((shape) => harmless(shapeText(shape))),
      ...(exchange.read?.notes ?? []).map(noteFinding),
      ...mediaTypeFindings(exchange),
    ]),
    ...located(purposed(read, 'sample'), endFindings),
    ...valueFindings(read),
    ...located(of, refusalFindings),
    ...latencyFindings(of),
  ];
}

/** Merges equal findings, with the number of answers and the path of the first one. */
export function located(
  exchanges: readonly Exchange[],
  findingsOf: (exchange: Exchange) => readonly CallFinding[],
): CallFinding[] {
  const all = exchanges.flatMap((exchange) =>
    findingsOf(exchange).map((finding) => ({ finding, path: exchange.path })),
  );
  return [...Map.groupBy(all, ({ finding }) => finding.found).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { finding, path } = first;
    const count =
      exchanges.length === 1 ? '' : `${same.length} of ${exchanges.length} answers, such as `;
    return { ...finding, found: `${finding.found} (${count}${path})` };
  });
}

/** Formats that the interface shows, or that we chose because it does not. */
function isOfInterface({ kind, name }: Shape, { call }: Exchange): boolean {
  if (kind === 'time') return name === 'date';
  if (kind === 'total') return name === 'total';
  if (kind === 'bare-ids') return call === 'getWallets' && name !== 'token';
  return kind === 'iso-times';
}

function noteFinding(note: Note): CallFinding {
  // The count differs between answers, which would keep these findings apart.
  if (note.kind === 'shared-times') return harmless('records that repeat a time');
  const text = noteText(note).replace(/\.$/, '');
  return note.kind === 'shorter-history' ? harmless(text) : differs(text);
}

function unreadFindings(read: readonly Exchange[]): CallFinding[] {
  return mergedUnread(read.flatMap((exchange) => exchange.read?.unread ?? [])).map((unread) => {
    const { what, why, count, of, example } = unreadView(unread);
    const place = example === '' ? '' : `, first at ${example}`;
    const found = `${count} of ${of} ${what}${of === 1 ? '' : 's'}: ${why}${place}`;
    return unread.kind === 'future' ? harmless(found) : unreadable(found);
  });
}

function mediaTypeFindings({ answer }: Exchange): CallFinding[] {
  const type = answer?.headers.get('content-type') ?? 'none';
  return /^application\/([\w.-]+\+)?json\b/i.test(type) ? [] : [harmless(`content type ${type}`)];
}

function endFindings(exchange: Exchange): CallFinding[] {
  const { next, incomplete } = endOf(exchange);
  const isFollowed = next !== null && typeof next !== 'string';
  return [
    ...(isFollowed ? [harmless('list or history in pages')] : []),
    ...(incomplete === null ? [] : [differs(incomplete)]),
  ];
}

/** Members that are null if the service does not report them. */
const members = ['total', 'price', 'weight', 'amount', 'createdAt', 'updatedAt'];
/** Members with which the parser marks derived or different figures. */
const marks: Readonly<Record<string, string>> = {
  isTotalDerived: 'totals are derived: amount × price, or the sum of the parts',
  isPriceDerived: 'prices are derived: total ÷ amount',
  differentTotal: 'totals differ from their parts by more than 0.01 %',
};
/** Members that contain the service's own data. */
const foreign = ['attributes', 'shadowedInJson'];

/** Counts missing, derived and inconsistent figures over all answers. */
function valueFindings(read: readonly Exchange[]): CallFinding[] {
  const counts = new Map<string, { count: number; of: number }>();
  const count = (text: string, isFound: boolean) => {
    const { count: before, of } = counts.get(text) ?? { count: 0, of: 0 };
    counts.set(text, { count: before + Number(isFound), of: of + 1 });
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (!isObject(value)) return;
    for (const [name, one] of Object.entries(value)) {
      if (members.includes(name)) count(`have no ${name}`, one === null);
      const mark = marks[name];
      if (mark !== undefined) count(mark, one !== null && one !== false);
      if (!foreign.includes(name)) walk(one);
    }
  };
  for (const exchange of read) walk(exchange.read?.value);
  return [...counts].flatMap(([text, { count: found, of }]) =>
    found === 0 ? [] : [harmless(`${found} of ${of} ${text}`)],
  );
}

/** Requests that the service should reject: unknown ids with 404 or 410, invalid requests with any 4xx. */
const refused: Partial<Record<Purpose, 'not found' | 'wrong'>> = {
  'unknown user': 'not found',
  'unknown user with an awkward id': 'not found',
  'unknown thematic': 'not found',
  'unknown thematic with an awkward id': 'not found',
  'unknown history type': 'wrong',
  'refused update': 'wrong',
  'remove again': 'wrong',
};

export function refusalFindings({ purpose, answer }: Exchange): CallFinding[] {
  const expected = refused[purpose];
  if (expected === undefined || answer === null) return [];
  const { status } = answer;
  const isWrong = expected === 'wrong';
  const isRefused = isWrong ? status >= 400 && status < 500 : status === 404 || status === 410;
  const text = `${purpose}: answered with ${status}`;
  return isRefused ? [] : [isWrong ? harmless(text) : differs(text)];
}

export function latencyFindings(of: readonly Exchange[]): CallFinding[] {
  const median = medianOf(of);
  const isSlow = median !== undefined && median > slowMs;
  return isSlow ? [differs(`the median answer takes ${(median / 1000).toFixed(1)} s`)] : [];
}

export const timesOf = (of: readonly Exchange[]): number[] =>
  of.flatMap(({ answer }) => answer?.ms ?? []).toSorted((a, b) => a - b);

export function medianOf(of: readonly Exchange[]): number | undefined {
  const times = timesOf(of);
  return times[Math.floor(times.length / 2)];
}

/** Returns the findings of a call for the report. Without findings, lists the recognized formats. */
export function reported(
  call: CallName,
  findings: readonly CallFinding[],
  of: readonly Exchange[],
): CheckFinding[] {
  const shapes = new Set(of.flatMap(({ read }) => read?.shapes ?? []).map(shapeText));
  const found = shapes.size === 0 ? null : [...shapes].join(', ');
  const passed: CallFinding = { outcome: 'passed', found, isHarmless: true };
  const all = findings.length === 0 ? [passed] : findings;
  return all.map((finding) => ({ call: labelOf(call), ...finding }));
}
