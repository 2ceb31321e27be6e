import type { Statement } from '#contract/statement.ts';

/** A statement or definition that applies from an instant on. */
export interface Word {
  readonly subject: string | number;
  readonly at: number;
  /** It withdraws the earlier ones of the same instant. */
  readonly isRetraction: boolean;
}

/**
 * The status of each statement, newest first: the latest one of each instant counts, and of those the latest one up to
 * the as-of instant applies.
 */
export function statusesOf(words: readonly Word[], asOf: number): Statement['status'][] {
  const lastWord = new Map<string, Word>();
  const inForce = new Map<Word['subject'], number>();
  const keyOf = ({ subject, at }: Word) => `${subject} ${at}`;
  for (const word of words) {
    if (lastWord.has(keyOf(word))) continue;
    lastWord.set(keyOf(word), word);
    const since = inForce.get(word.subject) ?? Number.NEGATIVE_INFINITY;
    if (!word.isRetraction && word.at <= asOf && word.at > since) {
      inForce.set(word.subject, word.at);
    }
  }
  return words.map((word) => {
    const last = lastWord.get(keyOf(word));
    if (last !== word) return last?.isRetraction === true ? 'retracted' : 'replaced';
    return inForce.get(word.subject) === word.at ? 'current' : 'earlier';
  });
}
