import type { Priority } from './limiter.ts';

interface Kept<Answer> {
  readonly answer: Answer;
  readonly etag: string | null;
  /** It is requested again, however young it is. */
  readonly isForgotten: boolean;
}

/** What an answer takes in memory, by the length of its text: the text and what was read out of it. (A list of 20,000 users takes 2.8.) */
const bytesPerCharacter = 4;

/**
 * Keeps what was read, by path, within so many bytes: what was not used for longest goes first, and what people look at last, since
 * reading in the background passes through the whole service.
 */
export function createAnswerCache<Answer extends { readonly length: number }>(maxBytes: number) {
  const background = new Map<string, Kept<Answer>>();
  const person = new Map<string, Kept<Answer>>();
  const all = [background, person];
  let bytes = 0;
  const sizeOf = ({ answer }: Kept<Answer>) => answer.length * bytesPerCharacter;

  function remove(path: string): Kept<Answer> | null {
    const kept = person.get(path) ?? background.get(path);
    if (kept === undefined) return null;
    for (const answers of all) answers.delete(path);
    bytes -= sizeOf(kept);
    return kept;
  }

  function add(path: string, kept: Kept<Answer>, isOfPerson: boolean): void {
    (isOfPerson ? person : background).set(path, kept);
    bytes += sizeOf(kept);
  }

  return {
    get(path: string, priority: Priority): Kept<Answer> | null {
      const isOfPerson = priority === 'person' || person.has(path);
      const kept = remove(path);
      if (kept !== null) add(path, kept, isOfPerson);
      return kept;
    },
    set(path: string, kept: Kept<Answer>, priority: Priority): void {
      const isOfPerson = priority === 'person' || person.has(path);
      remove(path);
      if (sizeOf(kept) > maxBytes) return;
      add(path, kept, isOfPerson);
      for (const answers of all) {
        for (const oldest of answers.keys()) {
          if (bytes <= maxBytes) return;
          remove(oldest);
        }
      }
    },
    remove,
    forget(paths: (path: string) => boolean): void {
      for (const answers of all) {
        for (const [path, kept] of answers) {
          if (paths(path)) answers.set(path, { ...kept, isForgotten: true });
        }
      }
    },
  };
}
