import { refusedOf } from '../api/errors.ts';

/** What the service found wrong with a statement, at the fields it names. */
export interface ServiceFaults {
  readonly at: string | null;
  readonly thematic: string | null;
  /** By the place of the line among those that were sent. */
  readonly rows: ReadonlyMap<number, { readonly token?: string; readonly amount?: string }>;
  /** What names no field. */
  readonly others: readonly string[];
}

const none: ServiceFaults = { at: null, thematic: null, rows: new Map(), others: [] };

/** Reads the pointers of a refusal, `/wallets/0/tokens/3/amount`. */
export function serviceFaults(error: Error | null): ServiceFaults {
  const faults = refusedOf(error);
  if (faults.length === 0) return none;
  const rows = new Map<number, { token?: string; amount?: string }>();
  const found: { at: string | null; thematic: string | null } = { at: null, thematic: null };
  const others: string[] = [];
  for (const { pointer, detail } of faults) {
    const words = sentence(detail);
    const [, index, field] =
      /^\/wallets\/\d+\/tokens\/(\d+)(?:\/(token|amount))?$/.exec(pointer) ?? [];
    if (index !== undefined) {
      const row = rows.get(Number(index)) ?? {};
      rows.set(Number(index), { ...row, [field ?? 'token']: words });
    } else if (pointer.endsWith('/at')) found.at = words;
    else if (pointer.endsWith('/thematics')) found.thematic = words;
    else others.push(pointer === '' ? words : `${pointer}: ${words}`);
  }
  return { ...found, rows, others };
}

function sentence(detail: string): string {
  const text = detail.trim();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
