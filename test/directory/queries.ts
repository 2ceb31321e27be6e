import * as fc from 'fast-check';
import { directoryColumnNames, directoryPeriods } from '#contract/directory.ts';
import type { DirectoryPageQuery } from '#directory/query.ts';
import { someExcluded } from './people.ts';
import { everybody } from './querying.ts';

const range = fc
  .tuple(fc.option(fc.constantFrom(-5, 0, 0.5, 3, 1e6)), fc.option(fc.constantFrom(0, 1, 4, 1e7)))
  .map(([from, to]) => ({ from, to }));
const ranges = fc.array(range, { maxLength: 2 });
const name = fc.constantFrom('tier', 'country', 'kyc.level', '__proto__', 'a.b', 'nobody');
const someQuery: fc.Arbitrary<DirectoryPageQuery> = fc.record({
  q: fc.constantFrom(
    '',
    'a',
    'ZOE',
    'tier:',
    'tier: go',
    'kyc.level:2',
    'name:b',
    'x:y',
    'a ch',
    '"O\'n',
  ),
  thematics: fc.subarray(['defi', 'rwa', 'unknown']),
  tokens: fc.subarray(['btc', 'late', 'unknown']),
  ranges: fc.record(
    { total: ranges, change: ranges, return: ranges, largest: ranges, created: ranges },
    { requiredKeys: [] },
  ),
  attributes: fc.uniqueArray(
    fc.record({ name, values: fc.subarray(['gold', 'CH', '2', 'true', '0'], { minLength: 1 }) }),
    { selector: (one) => one.name, maxLength: 1 },
  ),
  excluded: someExcluded,
  period: fc.constantFrom(...directoryPeriods),
  sort: fc.record({
    by: fc.oneof(
      fc.constantFrom(...directoryColumnNames),
      fc.constantFrom('attribute.tier', 'attribute.kyc', 'attribute.__proto__', 'attribute.nobody'),
    ),
    isDescending: fc.boolean(),
  }),
  offset: fc.nat(6),
  limit: fc.integer({ min: 1, max: 8 }),
});
/** Most are wanted by most of the parameters left out. */
export const query = fc
  .tuple(
    someQuery,
    fc.subarray(['q', 'thematics', 'tokens', 'ranges', 'attributes', 'excluded'] as const),
  )
  .map(([some, left]): DirectoryPageQuery => ({
    ...some,
    ...Object.fromEntries(left.map((key) => [key, everybody[key]])),
  }));
