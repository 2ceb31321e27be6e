import type { Statement } from '#contract/statement.ts';

/** A statement about a subject from an instant on. */
export interface Word {
  readonly subject: string | number;
  readonly at: number;
  /** It retracts what was stated before for that instant. */
  readonly isRetraction: boolean;
}

/**
 * The status of each statement, newest first: the last one about an instant counts, and of those that count the last one up
 * to the as of is in force.
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
