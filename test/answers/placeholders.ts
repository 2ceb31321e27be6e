/** Generated values, with the kind that a placeholder names. */
const generated = new RegExp(
  [
    /(?<id>usr|wal|stm|msg|whk|rec|imp|ep|del)_[0-9a-f]{32}/,
    /(?<access>key|ses)_[0-9a-f]{16}(?![0-9a-f])/,
    /(?<credential>pf[kst])_[\w-]{43}/,
    /(?<secret>whsec)_[\w+/-]{43,}=?/,
    /(?<signature>v1),[\w+/]{43}=/,
    /(?<uuid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/,
    /(?<hash>(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f]))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const httpDate = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g;

/** Figures of the machine rather than of the store: durations and loads. */
const measured = new Set([
  'medianMs',
  'slowestMs',
  'p50Ms',
  'p95Ms',
  'uptimeSeconds',
  'requests',
  'requestsPerMinute',
]);

/** Replaces generated values by placeholders, numbered in order of appearance: the same value always gets the same one. */
export interface Placeholders {
  readonly text: (it: string) => string;
  readonly json: (it: unknown) => unknown;
  /** Also replaces entity tags, which depend on generated ids and on prose. */
  readonly header: (name: string, value: string) => string;
}

export function createPlaceholders(addresses: Readonly<Record<string, string>>): Placeholders {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();

  function placeholder(value: string, kind: string): string {
    const before = known.get(value);
    if (before !== undefined) return before;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `‹${kind} ${count}›`;
    known.set(value, made);
    return made;
  }

  function text(it: string): string {
    let replaced = it;
    for (const [address, name] of Object.entries(addresses)) {
      replaced = replaced.replaceAll(address, name);
    }
    return replaced.replaceAll(httpDate, '‹date›').replace(generated, (value, ...rest) => {
      const groups: Record<string, string | undefined> = rest.at(-1);
      const [kind = '', found = ''] =
        Object.entries(groups).find(([, found]) => found !== undefined) ?? [];
      return placeholder(value, kind === 'id' || kind === 'access' ? found : kind);
    });
  }

  function json(it: unknown): unknown {
    if (typeof it === 'string') return text(it);
    if (Array.isArray(it)) return it.map(json);
    if (typeof it !== 'object' || it === null) return it;
    return Object.fromEntries(
      Object.entries(it).map(([name, value]) => {
        if (name === 'timing' || (measured.has(name) && typeof value === 'number')) {
          return [name, '‹measured›'];
        }
        return [text(name), json(value)];
      }),
    );
  }

  return {
    text,
    json,
    header: (name, value) =>
      /^(etag|if-match|if-none-match)$/.test(name)
        ? value.replaceAll(/"[\w-]{20,}"/g, (tag) => placeholder(tag, 'tag'))
        : text(value),
  };
}
