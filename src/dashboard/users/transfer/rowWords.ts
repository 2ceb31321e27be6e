import { type Existing, isToSend } from './counts.ts';
import type { ImportRun, RowResult } from './importRun.ts';
import type { PlannedRow, Verdict } from './plan.ts';

interface RowWords {
  readonly words: string;
  readonly tone: 'quiet' | 'plain' | 'done' | 'bad';
  /** Why it is not, or will not be, imported. */
  readonly reason: string | null;
}

const planned: Record<Verdict, RowWords> = {
  create: { words: 'will be created', tone: 'plain', reason: null },
  update: { words: 'will be updated', tone: 'plain', reason: null },
  same: { words: 'exists, the same', tone: 'quiet', reason: null },
  invalid: { words: 'not possible', tone: 'bad', reason: null },
};
const leftAlone: RowWords = { words: 'exists, differs', tone: 'quiet', reason: null };
const resulting: Record<Exclude<RowResult['state'], 'failed'>, RowWords> = {
  sending: { words: 'sending…', tone: 'plain', reason: null },
  created: { words: 'created', tone: 'done', reason: null },
  updated: { words: 'updated', tone: 'done', reason: null },
};

/** What will become of a row, or became of it. */
export function rowWords(row: PlannedRow, existing: Existing, run: ImportRun | null): RowWords {
  if (row.fault !== null) return { ...planned.invalid, reason: row.fault.reason };
  if (row.verdict === 'update' && existing === 'skip') return leftAlone;
  if (run === null || !isToSend(row, existing)) return planned[row.verdict];
  const result = run.resultOf(row);
  if (result === undefined) {
    const words = run.view().phase === 'over' ? 'not sent' : 'waiting';
    return { words, tone: 'quiet', reason: null };
  }
  if (result.state !== 'failed') return resulting[result.state];
  return { words: 'failed', tone: 'bad', reason: result.reason };
}
