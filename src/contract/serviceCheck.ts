import * as z from 'zod/mini';
import { csvRows, csvText } from './csv.ts';
import { isoTime } from './time.ts';

/** What a check says of a call: best first. */
export const checkOutcomes = ['passed', 'not-tried', 'differs', 'unreadable'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** Each outcome as people read it. */
export const checkOutcomeLabels: Readonly<Record<CheckOutcome, string>> = {
  passed: 'Passed',
  'not-tried': 'Not tried',
  differs: 'Differs',
  unreadable: 'Cannot be read',
};

/** One finding in the answers to a call. A call without any passed. */
const checkFinding = z.object({
  /** `GET /p/users/{id}`. */
  call: z.string(),
  outcome: z.enum(checkOutcomes),
  /** In words; of a call that passed, the shapes that were recognized; null: none. */
  found: z.nullable(z.string()),
  /** A difference by which nothing is lost. */
  isHarmless: z.boolean(),
});
export type CheckFinding = z.infer<typeof checkFinding>;

/** How long answers to a call took, the wait for their turn not included. */
const checkedLatency = z.object({
  call: z.string(),
  answers: z.number(),
  medianMs: z.number(),
  slowestMs: z.number(),
});

/** How another Portfolio Service keeps the interface, and what it left open. */
export const checkReport = z.object({
  /** Its origin. */
  service: z.string(),
  startedAt: isoTime,
  endedAt: isoTime,
  /** Whether changes were tried. */
  hasWrites: z.boolean(),
  requests: z.number(),
  /** Why the check ended early: the service could not be reached; null: it did not. */
  unreachable: z.nullable(z.string()),
  counts: z.record(z.enum(checkOutcomes), z.number()),
  /** What the check left behind at the service, in sentences. */
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

/** Said before changes are tried. */
export const checkWritesNotice =
  'One user is created and stays there: the interface has no call that deletes users. One webhook is registered, to an address that does not exist, and removed again. Nobody else’s data is changed.';

/** The report in one sentence: `48 passed, 3 differ, 0 cannot be read, 7 not tried`. */
export function checkSummary({ counts, unreachable }: CheckReport): string {
  if (unreachable !== null) return `Not checked to the end: ${unreachable.replace(/\.$/, '')}`;
  return outcomesInWords.map((outcome) => outcomeCount(outcome, counts[outcome])).join(', ');
}

const outcomesInWords = ['passed', 'differs', 'unreadable', 'not-tried'] as const;

function outcomeCount(outcome: CheckOutcome, count: number): string {
  const isPlural = outcome === 'differs' && count !== 1;
  return `${count} ${isPlural ? 'differ' : checkOutcomeLabels[outcome].toLowerCase()}`;
}

/** The outcomes of some findings: `1 differs, 2 cannot be read`. */
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

/** Whether a difference matters, in words. */
export function checkEffect({ outcome, isHarmless }: CheckFinding): string {
  if (outcome === 'differs' && isHarmless) return 'Harmless';
  return outcome === 'differs' || outcome === 'unreadable' ? 'It matters' : '';
}

/** The findings as a table for spreadsheets. */
export function checkCsv({ findings }: CheckReport): string {
  const rows = findings.map((finding) => [
    finding.call,
    checkOutcomeLabels[finding.outcome],
    finding.found ?? '',
    checkEffect(finding),
  ]);
  return csvText(['call', 'outcome', 'found', 'effect'], []) + csvRows(rows);
}

/** The report as Markdown, call by call. */
export function checkMarkdown(report: CheckReport): string {
  const { service, startedAt, left, latencies, findings } = report;
  const byCall = [...Map.groupBy(findings, ({ call }) => call)];
  return [
    `# Check of ${service}`,
    '',
    `${checkSummary(report)}. Begun ${startedAt}, ${report.requests} requests, changes ${report.hasWrites ? 'tried' : 'not tried'}.`,
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

/** Text of another service in a cell of a table, as it is: no mark-up, no end of the cell. */
function inCell(text: string): string {
  return text.replaceAll(/[\\|<>*_`[\]&]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}
