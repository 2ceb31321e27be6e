import type { Priority } from './limiter.ts';

interface CachedAnswer<Value> {
  readonly answer: Value;
  readonly etag: string | null;
  /** Requires a new request regardless of age. */
  readonly isForgotten: boolean;
}

/** Estimated memory per character of the text, with its parsed content. A list of 20,000 users takes 2.8. */
const bytesPerCharacter = 4;

/**
 * Caches answers by path, within a number of bytes. Evicts the least recently used, and background answers before those for
 * people, because the sync reads the complete service.
 */
export function createAnswerCache<Value extends { readonly length: number }>(maxBytes: number) {
  const background = new Map<string, CachedAnswer<Value>>();
  const person = new Map<string, CachedAnswer<Value>>();
  const all = [background, person];
  let bytes = 0;
  const sizeOf = ({ answer }: CachedAnswer<Value>) => answer.length * bytesPerCharacter;

  function remove(path: string): CachedAnswer<Value> | null {
    const kept = person.get(path) ?? background.get(path);
    if (kept === undefined) return null;
    for (const answers of all) answers.delete(path);
    bytes -= sizeOf(kept);
    return kept;
  }

  function add(path: string, kept: CachedAnswer<Value>, isOfPerson: boolean): void {
    (isOfPerson ? person : background).set(path, kept);
    bytes += sizeOf(kept);
  }

  return {
    get(path: string, priority: Priority): CachedAnswer<Value> | null {
      const isOfPerson = priority === 'person' || person.has(path);
      const kept = remove(path);
      if (kept !== null) add(path, kept, isOfPerson);
      return kept;
    },
    set(path: string, kept: CachedAnswer<Value>, priority: Priority): void {
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
