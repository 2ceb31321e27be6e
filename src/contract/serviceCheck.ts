import * as z from 'zod/mini';
import { csvRows, csvText } from './csv.ts';
import { isoTime } from './time.ts';

/** Outcomes of a check, best first. */
export const checkOutcomes = ['passed', 'not-tried', 'differs', 'unreadable'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export const checkOutcomeLabels: Readonly<Record<CheckOutcome, string>> = {
  passed: 'Passed',
  'not-tried': 'Not tried',
  differs: 'Differs',
  unreadable: 'Cannot be read',
};

/** One finding about the answers to a call. A call without findings passed. */
const checkFinding = z.object({
  call: z.string(),
  outcome: z.enum(checkOutcomes),
  /** A description. For a passed call, the recognized formats, or null if there are none. */
  found: z.nullable(z.string()),
  /** The difference loses no data. */
  isHarmless: z.boolean(),
});
export type CheckFinding = z.infer<typeof checkFinding>;

/** Duration of the answers to a call, without the time in the queue. */
const checkedLatency = z.object({
  call: z.string(),
  answers: z.number(),
  medianMs: z.number(),
  slowestMs: z.number(),
});

/** Report on how another Portfolio Service implements the interface. */
export const checkReport = z.object({
  /** Origin of the service. */
  service: z.string(),
  startedAt: isoTime,
  endedAt: isoTime,
  /** The check also made changes. */
  hasWrites: z.boolean(),
  requests: z.number(),
  /** Why the service could not be reached and the check ended early; null if it did not. */
  unreachable: z.nullable(z.string()),
  counts: z.record(z.enum(checkOutcomes), z.number()),
  /** Data that the check left at the service, in sentences. */
  left: z.array(z.string()),
  latencies: z.array(checkedLatency),
  findings: z.array(checkFinding),
});
export type CheckReport = z.infer<typeof checkReport>;

/** A line of the answer of `POST /x/upstream/check` (NDJSON): progress, then one `report` or `problem`. */
export const serviceCheckLine = z.union([
  z.object({ progress: z.string(), done: z.number(), of: z.nullable(z.number()) }),
  z.object({ report: checkReport }),
  z.object({ problem: z.object({ code: z.string(), title: z.string(), detail: z.string() }) }),
]);
export type ServiceCheckLine = z.infer<typeof serviceCheckLine>;

/** Displayed before a check with changes. */
export const checkWritesNotice =
  'The check creates one user, who remains there because the interface cannot delete users. It registers one webhook for an address that does not exist, and removes it again. No other data changes.';

/** Returns a summary: `48 passed, 3 differ, 0 cannot be read, 7 not tried`. */
export function checkSummary({ counts, unreachable }: CheckReport): string {
  if (unreachable !== null) return `Check incomplete: ${unreachable.replace(/\.$/, '')}`;
  return outcomesInWords.map((outcome) => outcomeCount(outcome, counts[outcome])).join(', ');
}

const outcomesInWords = ['passed', 'differs', 'unreadable', 'not-tried'] as const;

function outcomeCount(outcome: CheckOutcome, count: number): string {
  const isPlural = outcome === 'differs' && count !== 1;
  return `${count} ${isPlural ? 'differ' : checkOutcomeLabels[outcome].toLowerCase()}`;
}

/** Returns the outcomes of some findings: `1 differs, 2 cannot be read`. */
export function outcomeCounts(findings: readonly CheckFinding[]): string {
  return outcomesInWords
    .map((wanted) => ({
      wanted,
      count: findings.filter(({ outcome }) => outcome === wanted).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ wanted, count }) => outcomeCount(wanted, count))
    .join(', ');
}

export function checkEffect({ outcome, isHarmless }: CheckFinding): string {
  if (outcome === 'differs' && isHarmless) return 'Harmless';
  return outcome === 'differs' || outcome === 'unreadable' ? 'Matters' : '';
}

/** Returns the findings as CSV. */
export function checkCsv({ findings }: CheckReport): string {
  const rows = findings.map((finding) => [
    finding.call,
    checkOutcomeLabels[finding.outcome],
    finding.found ?? '',
    checkEffect(finding),
  ]);
  return csvText(['call', 'outcome', 'found', 'effect'], []) + csvRows(rows);
}

/** Returns the report as Markdown, grouped by call. */
export function checkMarkdown(report: CheckReport): string {
  const { service, startedAt, left, latencies, findings } = report;
  const byCall = [...Map.groupBy(findings, ({ call }) => call)];
  return [
    `# Check of ${service}`,
    '',
    `${checkSummary(report)}. Started ${startedAt}, ${report.requests} requests, changes ${report.hasWrites ? 'tried' : 'not tried'}.`,
    ...left.map((sentence) => `\n${sentence}`),
    ...byCall.flatMap(([call, all]) => [
      '',
      `## ${call}`,
      '',
      ...latencies
        .filter((one) => one.call === call)
        .map(
          ({ answers, medianMs, slowestMs }) =>
            `${answers} answers, median ${Math.round(medianMs)} ms, slowest ${Math.round(slowestMs)} ms.\n`,
        ),
      '| outcome | found | effect |',
      '|---|---|---|',
      ...all.map(
        (finding) =>
          `| ${[checkOutcomeLabels[finding.outcome], finding.found ?? '', checkEffect(finding)].map(inCell).join(' | ')} |`,
      ),
    ]),
    '',
  ].join('\n');
}

/** Escapes foreign text, so that it cannot contain markup or end its table cell. */
function inCell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]&]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}
