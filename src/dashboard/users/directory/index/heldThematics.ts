/** Which thematics each user holds, as numbers one after another: 100,000 lists of ids would be as many objects. */
export interface HeldThematics {
  /** The next user's; null where the service does not tell. */
  push(thematics: readonly string[] | null): void;
  of(place: number): readonly string[] | null;
  /** Whether the user at a place holds one of these. */
  readonly holds: (thematics: readonly string[]) => (place: number) => boolean;
}

export function createHeldThematics(): HeldThematics {
  const ids: string[] = [];
  const codes = new Map<string, number>();
  const untold = new Set<number>();
  const held: number[] = [];
  const starts: number[] = [0];
  const codeOf = (id: string): number => {
    const known = codes.get(id);
    if (known !== undefined) return known;
    codes.set(id, ids.length);
    ids.push(id);
    return ids.length - 1;
  };
  return {
    push(thematics) {
      if (thematics === null) untold.add(starts.length - 1);
      for (const id of thematics ?? []) held.push(codeOf(id));
      starts.push(held.length);
    },
    of(place) {
      if (untold.has(place)) return null;
      return held.slice(starts[place], starts[place + 1]).map((code) => ids[code] ?? '');
    },
    holds(thematics) {
      const wanted = new Set(thematics.map((id) => codes.get(id) ?? -1));
      return (place) => {
        const end = starts[place + 1] ?? 0;
        for (let at = starts[place] ?? 0; at < end; at += 1) {
          if (wanted.has(held[at] ?? -1)) return true;
        }
        return false;
      };
    },
  };
}
