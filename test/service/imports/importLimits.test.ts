import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { onEmbedded } from '#test/support/engines.ts';
import { rowVersions } from './tables.ts';
import { filePart, part, post, problemIn } from './uploads.ts';

const wide = (columns: number) =>
  `time,${Array.from({ length: columns }, (_, n) => `T${n}`).join(',')}\n`;
const empty = `${','.repeat(999)}\n`;

describe('an import', () => {
  onEmbedded((service) => {
    test.each<[string, () => Buffer[], string]>([
      [
        'parts',
        () => Array.from({ length: 1001 }, (_, n) => part(`name="f${n}"`, '')),
        'has more than 1,000 parts',
      ],
      [
        'columns, over all files',
        () => [filePart('a.csv', wide(6000)), filePart('b.csv', wide(6000))],
        'has more than 10,000 columns of prices',
      ],
      [
        'cells, as two small gzip files',
        () =>
          ['a', 'b'].map((name) =>
            filePart(`${name}.csv.gz`, gzipSync(wide(999) + empty.repeat(2500))),
          ),
        'has more than 4,000,000 price cells, including empty ones',
      ],
      [
        'lines of thematics',
        () => [
          filePart(
            't.csv',
            `thematic_id,thematic_name,symbol,token_name\n${'a,A,BTC,Bitcoin\n'.repeat(2001)}`,
          ),
        ],
        'has more than 2,000 lines of thematics',
      ],
      [
        'prices that lie far apart',
        () => {
          const rows = Array.from(
            { length: 1001 },
            (_, n) => `${new Date((n + 1) * 512 * 300_000).toISOString()}${',1'.repeat(30)}\n`,
          );
          const first = [0, 300_000].map(
            (at) => `${new Date(at).toISOString()},${','.repeat(29)}\n`,
          );
          return [filePart('5m.csv', wide(30) + first.join('') + rows.join(''))];
        },
        'has more than 30,000 blocks of prices',
      ],
    ])('with too many %s is refused in words', async (_, parts, words) => {
      const before = await rowVersions(service().database);
      const answer = await post(service(), parts());
      const problem = await problemIn(answer);
      expect(problem.code).toBe('too-large');
      expect(problem.detail).toContain(words);
      expect(problem.detail).toContain('split it into several');
      expect(await rowVersions(service().database)).toEqual(before);
    });
  });
});
