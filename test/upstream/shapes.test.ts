import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Dialect } from '#test/support/foreign/dialect.ts';
import { dialects } from '#test/support/foreign/dialects.ts';
import {
  bodies,
  envelopes,
  errors,
  flaws,
  ids,
  numbers,
  receipts,
  records,
  spellings,
  times,
  updates,
} from '#test/support/foreign/writing.ts';
import { pagings } from '#test/support/foreign/writtenPages.ts';

/** The rows of the table of src/README.md, in its order: what can differ, and how a dialect does it. */
const rows: Readonly<Record<string, (dialect: Dialect) => string | readonly string[] | null>> = {
  'times are': ({ time }) => time,
  'numbers are': ({ number }) => number,
  'a record of a history is': ({ record }) => record,
  'the records of a history are': ({ history }) => history,
  'among them may be': (dialect) => dialect.flaws,
  'lists are': ({ list }) => list,
  'a list goes on by': ({ paging }) => paging,
  'a history goes on by': ({ historyPaging }) => historyPaging,
  'a user or thematic alone is': ({ one }) => one,
  'ids are under': ({ id }) => id,
  'names of two words are': ({ names }) => names,
  'ids are': (dialect) => dialect.ids,
  'totals are under': ({ total }) => total,
  'there are totals': ({ totals }) => totals,
  'a wallet names its user by': ({ user }) => user,
  'a wallet names its thematic by': ({ thematic }) => thematic,
  'a token is': ({ token }) => token,
  'a price is': ({ price }) => price,
  'weights are under': ({ weight }) => weight,
  'a user’s attributes are': ({ attributes }) => attributes,
  'the list of users is of': ({ users }) => users,
  'the list of thematics is of': ({ thematics }) => thematics,
  'when something was made is': ({ dates }) => (dates ? 'said' : 'not said'),
  'the paths begin': ({ prefix }) => (prefix === '' ? 'at the root' : 'below a path'),
  'the list of users needs': ({ usersQuery }) =>
    usersQuery === null ? null : 'a parameter (`PORTFOLIO_SERVICE_USERS_QUERY`)',
  'a body is': ({ body }) => body,
  'a change is answered by': ({ receipt }) => receipt,
  'a change of a user': ({ update }) => update,
  'a refusal says why in': ({ error }) => error,
  'messages of webhooks are': ({ webhook }) => webhook.message,
};

/** A row without the blanks that only align it. */
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test('the table of shapes in src/README.md is what the dialects speak', async () => {
  const file = fileURLToPath(new URL('../../src/README.md', import.meta.url));
  const [, section = ''] = (await readFile(file, 'utf8')).split('\n## Shapes that are read\n');
  const written = section.split('\n').filter((line) => line.startsWith('|'));
  const spoken = Object.entries(rows).map(([what, speak]) => {
    const shapes = dialects.flatMap((dialect) => speak(dialect) ?? []);
    return [what, [...new Set(shapes)].join(' · ')];
  });
  expect(written.slice(2).map(cells)).toEqual(spoken);
});

test('every way of writing is spoken by a dialect', () => {
  const spoken = new Set(
    dialects.flatMap((dialect) => Object.values(rows).flatMap((speak) => speak(dialect) ?? [])),
  );
  const tables = [
    bodies,
    envelopes,
    errors,
    flaws,
    ids,
    ids,
    numbers,
    pagings,
    receipts,
    records,
    spellings,
    times,
    updates,
  ];
  expect(tables.flatMap((table) => Object.keys(table)).filter((way) => !spoken.has(way))).toEqual(
    [],
  );
});
