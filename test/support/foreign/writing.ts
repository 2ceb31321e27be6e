import type { TrueRecord } from './truth.ts';

// Forms in which other implementations write the same thing. The keys of each table are the words of src/upstream/README.md.

export const times = {
  'ISO 8601 in UTC': (at) => new Date(at).toISOString(),
  'ISO 8601 with an offset': (at) => new Date(at + 7_200_000).toISOString().replace('Z', '+02:00'),
  'ISO 8601 without a zone': (at) => new Date(at).toISOString().slice(0, 19),
  'a blank for the `T`': (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  'epoch seconds': (at) => at / 1000,
  'epoch milliseconds': (at) => at,
  'epoch seconds as text': (at) => String(at / 1000),
  'epoch milliseconds as text': (at) => String(at),
} as const satisfies Record<string, (at: number) => string | number>;

/** Formats six decimals, enough for every figure of the truth, with groups of three before them. */
function grouped(value: number, group: string, decimal: string): string {
  const [whole = '', rest = ''] = value.toFixed(6).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${rest}`;
}

export const numbers = {
  numbers: (value) => value,
  '`1234.56`': (value) => value.toFixed(6),
  '`1,234.56`': (value) => grouped(value, ',', '.'),
  '`1.234,56`': (value) => grouped(value, '.', ','),
  '`1 234,56`': (value) => grouped(value, '\u202F', ','),
  "`1'234.56`": (value) => grouped(value, "'", '.'),
  '`1.23456e3`': (value) => value.toExponential(),
} as const satisfies Record<string, (value: number) => string | number>;

export const ids = {
  texts: (id) => id,
  'whole numbers': (id) => Number(id.replaceAll(/\D/g, '')),
} as const satisfies Record<string, (id: string) => string | number>;

export const spellings = {
  '`customId`': (name) => name,
  '`custom_id`': (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
} as const satisfies Record<string, (name: string) => string>;

interface Written {
  readonly at: string | number;
  readonly total: string | number | null;
}

const named =
  (at: string, total: string) =>
  (records: readonly Written[]): unknown =>
    records.map((record) => ({ [at]: record.at, [total]: record.total }));

const columns =
  (at: string, total: string) =>
  (records: readonly Written[]): unknown => ({
    [at]: records.map((record) => record.at),
    [total]: records.map((record) => record.total),
  });

export const records = {
  '`{ date, total }`': named('date', 'total'),
  '`{ at, value }`': named('at', 'value'),
  '`{ time, v }`': named('time', 'v'),
  '`{ timestamp, price }`': named('timestamp', 'price'),
  '`{ t, amount }`': named('t', 'amount'),
  '`{ createdAt, total }`': named('createdAt', 'total'),
  'pairs `[time, total]`': (written) => written.map(({ at, total }) => [at, total]),
  'totals by time `{ [time]: total }`': (written) =>
    Object.fromEntries(written.map(({ at, total }) => [at, total])),
  'columns `{ date: [], total: [] }`': columns('date', 'total'),
  'columns `{ time: [], values: [] }`': columns('time', 'values'),
  'columns `{ timestamp: [], equity: [] }`': columns('timestamp', 'equity'),
} as const satisfies Record<string, (written: readonly Written[]) => unknown>;

/** Change to a history before it is written. `carries` is the history to expect. */
interface Flaw {
  readonly does: (records: readonly TrueRecord[]) => readonly TrueRecord[];
  readonly carries: (records: readonly TrueRecord[]) => readonly TrueRecord[];
}

const leaveGaps = (all: readonly TrueRecord[]) =>
  all.map((record, index) =>
    index % 7 === 3 && index < all.length - 1 ? { ...record, total: null } : record,
  );
const same = (all: readonly TrueRecord[]) => all;

export const flaws = {
  'gaps (`null`)': { does: leaveGaps, carries: leaveGaps },
  'newest first': { does: (all) => all.toReversed(), carries: same },
  'out of order': {
    // Every third record first, then the next ones, so that no neighbors stay together.
    does: (all) => [0, 1, 2].flatMap((rest) => all.filter((_, index) => index % 3 === rest)),
    carries: same,
  },
  'an instant twice, the last counts': {
    does: (all) =>
      all.flatMap((record, index) =>
        index % 5 === 2 ? [{ ...record, total: (record.total ?? 0) + 1 }, record] : [record],
      ),
    carries: same,
  },
  'records in the future, left out': {
    does: (all) => {
      const last = all.at(-1);
      if (last === undefined) return all;
      return [...all, ...[2, 3].map((days) => ({ at: last.at + days * 86_400_000, total: 1 }))];
    },
    carries: same,
  },
} as const satisfies Record<string, Flaw>;

export type ListKind = 'users' | 'wallets' | 'thematics' | 'webhooks' | 'history';

/** Wraps a list, or the records of a history. `next` is the address of the rest, `total` the count. */
export const envelopes = {
  bare: (_, content) => content,
  'under `data`': (_, content, next) => ({ data: content, ...next }),
  'under `data.items`': (_, content, next) => ({ data: { items: content, ...next } }),
  'under `result`': (_, content, next) => ({ result: content, ...next }),
  'under `results`': (_, content, next, total) => ({ count: total, results: content, ...next }),
  'under `items`': (_, content, next) => ({ items: content, ...next }),
  'under `records`': (_, content, next) => ({ records: content, ...next }),
  'under `histories`': (_, content, next) => ({ histories: content, ...next }),
  'under its own name': (kind, content, next) => ({ [kind]: content, ...next }),
} as const satisfies Record<
  string,
  (
    kind: ListKind,
    content: unknown,
    next: Readonly<Record<string, unknown>>,
    total: number,
  ) => unknown
>;

const json = { 'content-type': 'application/json' };

export const errors = {
  'problem details': (status, words) =>
    Response.json(
      { type: 'about:blank', title: 'Refused', status, detail: words },
      { status, headers: { 'content-type': 'application/problem+json' } },
    ),
  '`message`': (status, words) => Response.json({ statusCode: status, message: words }, { status }),
  '`error`': (status, words) => Response.json({ error: words }, { status }),
  '`error: { message }`': (status, words) =>
    Response.json({ error: { code: 'E_REFUSED', message: words } }, { status }),
  '`detail`': (status, words) => Response.json({ detail: words }, { status }),
  '`title`': (status, words) => Response.json({ title: words }, { status }),
  text: (status, words) =>
    new Response(words, { status, headers: { 'content-type': 'text/plain' } }),
  'status line only': (status) => new Response(null, { status, headers: json }),
} as const satisfies Record<string, (status: number, words: string) => Response>;

export const bodies = {
  'JSON as JSON': (text) => new Response(text, { headers: json }),
  'JSON as plain text': (text) => new Response(text, { headers: { 'content-type': 'text/plain' } }),
  'JSON as a web page': (text) => new Response(text, { headers: { 'content-type': 'text/html' } }),
  'JSON in chunks': (text) =>
    new Response(
      new ReadableStream({
        // Split anywhere, even in the middle of a character.
        start(controller) {
          const bytes = new TextEncoder().encode(`\uFEFF${text}\n`);
          for (let at = 0; at < bytes.length; at += 97) {
            controller.enqueue(bytes.subarray(at, at + 97));
          }
          controller.close();
        },
      }),
      { headers: json },
    ),
} as const satisfies Record<string, (text: string) => Response>;

export const receipts = {
  'the new state': (status, written) => Response.json(written, { status }),
  'nothing (204)': () => new Response(null, { status: 204 }),
  'nothing (200)': () => new Response('', { headers: json }),
  '`{ ok: true }`': (status) => Response.json({ ok: true }, { status }),
  'plain text': (status) =>
    new Response('OK', { status, headers: { 'content-type': 'text/plain' } }),
} as const satisfies Record<string, (status: number, written: unknown) => Response>;

/** Effects of sent attributes on the attributes of a user. */
export const updates = {
  'merges attributes': (before, sent) =>
    Object.fromEntries(
      Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null),
    ),
  'replaces attributes': (_, sent) => sent,
} as const satisfies Record<
  string,
  (
    before: Readonly<Record<string, unknown>>,
    sent: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>
>;
