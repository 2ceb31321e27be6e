import * as fc from 'fast-check';

// Any JSON as text, with the names that services use, so that parsing reaches deep values of unexpected types.

const known =
  '_id id customId user users thematics thematic wallets tokens token symbol name description total value price amount weight date at time timestamp createdAt updatedAt priceAt t v data result results items records history histories webhooks day week month year all values totals walletCount count url type secret status health next nextCursor links change custom_id created_at next_cursor historyType error success';

const names = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...known.split(' ')) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

/** Values that JSON can write and a program cannot represent, written in place of a text. */
const raw: Readonly<Record<string, string>> = {
  '«too large»': '1e400',
  '«too small»': '-1e400',
  '«minus zero»': '-0',
  '«long»': '123456789012345678901234567890.5',
  '«tiny»': '5e-324',
  '«half a character»': String.raw`"\ud800"`,
  '«zero byte»': String.raw`"a\u0000b"`,
};

const awkward =
  '|..|.|a/b?c#d e%2F|日本|NaN|Infinity|-Infinity|null|∞|1,234|1.234,5|1e400|1e5|(5)|€ 5|0x10|--1|1 234|2026-06-17|2026-06-17 14:23:40|2026-06-17T14:23:40.000Z|2026-13-45T99:99:99Z|275760-09-14|+275760-09-14T00:00:00Z|1781706220|base-layers|btc|https://receiver.example/a|http://elsewhere.example/p/users|javascript:alert(1)|/p/users?cursor=1|?cursor=2|<script>|=1+1';

const leaves = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, -1, 1e11, 99_999_999_999, 1_781_706_220, 1_781_706_220_000, 8.64e15, 1e300),
  fc.constantFrom(...Object.keys(raw)),
  fc.constantFrom(...awkward.split('|')),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', maxDepth: 5, withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 6 }).map(Object.fromEntries),
  ),
}));

const written = (value: unknown) =>
  JSON.stringify(value).replaceAll(/"(«[^"]*»)"/g, (text, name: string) => raw[name] ?? text);

/** Text of any JSON, including values that no program can represent. */
export const anyJson: fc.Arbitrary<string> = tree.map(written);

/** Returns a valid answer of which a part, at any depth, is replaced or removed. */
export function spoilt(good: unknown): fc.Arbitrary<string> {
  const way = fc.array(fc.nat(), { minLength: 1, maxLength: 7 });
  const other = fc.option(fc.oneof({ weight: 3, arbitrary: leaves }, tree), { nil: undefined });
  return fc
    .tuple(way, other)
    .map(([turns, value]) => written(replaced(good, turns, value) ?? null));
}

/** @param turns index to follow at each level; `value` undefined removes the part. */
function replaced(there: unknown, [turn, ...turns]: readonly number[], value: unknown): unknown {
  if (turn === undefined || typeof there !== 'object' || there === null) return value;
  const entries = Object.entries(there);
  const index = turn % Math.max(1, entries.length);
  const changed = entries.map(([key, part], at): [string, unknown] => [
    key,
    at === index ? replaced(part, turns, value) : part,
  ]);
  if (!Array.isArray(there)) return Object.fromEntries(changed);
  return changed.flatMap(([, part]) => (part === undefined ? [] : [part]));
}
