interface Kept<Answer> {
  readonly answer: Answer;
  readonly etag: string | null;
  /** It is requested again, however young it is. */
  readonly isForgotten: boolean;
}

/** What an answer takes in memory, by the length of its text: the text and what was read out of it. (A list of 20,000 users takes 2.8.) */
const bytesPerCharacter = 4;

/** Keeps what was read, by path, within so many bytes: what was not used for longest goes first. */
export function createAnswerCache<Answer extends { readonly text: string }>(maxBytes: number) {
  const all = new Map<string, Kept<Answer>>();
  let bytes = 0;
  const sizeOf = ({ answer }: Kept<Answer>) => answer.text.length * bytesPerCharacter;

  function remove(path: string): void {
    const kept = all.get(path);
    if (kept !== undefined && all.delete(path)) bytes -= sizeOf(kept);
  }

  return {
    get(path: string): Kept<Answer> | null {
      const kept = all.get(path);
      if (kept === undefined) return null;
      all.delete(path);
      all.set(path, kept);
      return kept;
    },
    set(path: string, kept: Kept<Answer>): void {
      remove(path);
      if (sizeOf(kept) > maxBytes) return;
      all.set(path, kept);
      bytes += sizeOf(kept);
      for (const oldest of all.keys()) {
        if (bytes <= maxBytes) return;
        remove(oldest);
      }
    },
    remove,
    forget(paths: (path: string) => boolean): void {
      for (const [path, kept] of all)
        if (paths(path)) all.set(path, { ...kept, isForgotten: true });
    },
    get bytes() {
      return bytes;
    },
  };
}
