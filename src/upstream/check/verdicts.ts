import type { CheckOutcome } from '#contract/serviceCheck.ts';
import { noteText, shapeText, type Note, type ShapeKind } from '../reading/findingTexts.ts';
import type { Unread } from '../reading/read.ts';
import type { CallName, Exchange, Purpose } from './exchanges.ts';
import type { Sample } from './readSample.ts';
import type { WriteTrial } from './tryWrites.ts';

/** All that was seen of a service. */
export interface Evidence {
  readonly all: readonly Exchange[];
  readonly sample: Sample;
  /** null: changes were not tried. */
  readonly written: WriteTrial | null;
  /** Now, in epoch milliseconds. */
  readonly now: number;
}

/** What became of a point. */
export interface Verdict {
  readonly outcome: CheckOutcome;
  readonly found: string | null;
}

/** One thing that is to be so, of one or several calls. */
export interface Point {
  readonly id: string;
  readonly calls: readonly CallName[];
  readonly checks: string;
  readonly why: string;
  readonly source: string;
  /** Where it differs: nothing is lost by it. */
  readonly isHarmless: boolean;
  /** What the dashboard does where it differs. */
  readonly handling: string;
  /** @param of the requests to the call, whatever they were made for. */
  readonly judge: (of: readonly Exchange[], evidence: Evidence) => Verdict;
}

export const passed: Verdict = { outcome: 'passed', found: null };
export const differs = (found: string): Verdict => ({ outcome: 'differs', found });
export const unreadable = (found: string): Verdict => ({ outcome: 'unreadable', found });
export const notTried = (found: string): Verdict => ({ outcome: 'not-tried', found });

/** null: it is as it should be. */
export type Difference = string | readonly string[] | null;

export const purposed = (of: readonly Exchange[], ...purposes: readonly Purpose[]) =>
  of.filter(({ purpose }) => purposes.includes(purpose));

/** Why there is no answer to judge. */
function whyNone(of: readonly Exchange[]): Verdict {
  return notTried(
    of.length === 0 ? 'The service has nothing to try it with.' : 'No answer to it could be read.',
  );
}

/** Judges each answer that was read: different where any of them is. */
export function each(
  difference: (exchange: Exchange, evidence: Evidence) => Difference,
  purposes: readonly Purpose[] = ['sample', 'second page'],
): Point['judge'] {
  return (of, evidence) => {
    const candidates = purposed(of, ...purposes);
    const judged = candidates.filter(({ fault }) => fault === null);
    if (judged.length === 0) return whyNone(candidates);
    return verdictOver(judged, (exchange) => difference(exchange, evidence), differs);
  };
}

/** Judges each answer to what does not exist, of any status. */
export function eachRefusal(
  difference: (exchange: Exchange, evidence: Evidence) => Difference,
  ...purposes: readonly Purpose[]
): Point['judge'] {
  return (of, evidence) => {
    const judged = purposed(of, ...purposes).filter(({ answer }) => answer !== null);
    if (judged.length === 0) return whyNone(purposed(of, ...purposes));
    return verdictOver(judged, (exchange) => difference(exchange, evidence), differs);
  };
}

/** What is found in some answers, each once, with how many there are and the path of the first. */
export function verdictOver(
  judged: readonly Exchange[],
  difference: (exchange: Exchange) => Difference,
  verdict: (found: string) => Verdict,
): Verdict {
  const byWords = new Map<string, Exchange[]>();
  for (const exchange of judged) {
    for (const words of [difference(exchange) ?? []].flat()) {
      byWords.set(words, [...(byWords.get(words) ?? []), exchange]);
    }
  }
  if (byWords.size === 0) return passed;
  const found = [...byWords].slice(0, maxFindings).map(([words, where]) => {
    const count =
      judged.length === 1 ? '' : `${where.length} of ${judged.length} answers, such as `;
    return `${words} (${count}${where[0]?.path ?? ''})`;
  });
  const more = byWords.size > maxFindings ? `; and ${byWords.size - maxFindings} more` : '';
  return verdict(`${found.join('; ')}${more}.`);
}

const maxFindings = 4;

/** Shapes of these kinds that the parser recognized in an answer. */
export function shapesOf(...kinds: readonly ShapeKind[]): (exchange: Exchange) => string[] {
  return ({ read }) =>
    (read?.shapes ?? []).filter(({ kind }) => kinds.includes(kind)).map(shapeText);
}

/** Notes of these kinds. */
export function notesOf(...kinds: readonly Note['kind'][]): (exchange: Exchange) => string[] {
  return ({ read }) =>
    (read?.notes ?? [])
      .filter(({ kind }) => kinds.includes(kind))
      .map((note) => noteText(note).replace(/\.$/, ''));
}

/** A record in the far future is left out: that is a point of its own. */
export const isLate = ({ kind }: Pick<Unread, 'kind'>) => kind === 'future';

const interfaceWords = (words: string) => `Interface: ${words}`;
const decisionWords = (words: string) => `Our decision, as the interface leaves it open: ${words}`;
export const sources = { said: interfaceWords, open: decisionWords };
