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
import { tableBelow } from '#test/support/markdown.ts';

/** The rows of the table of src/upstream/README.md, in its order: what can differ, and how a dialect does it. */
const rows: Readonly<Record<string, (dialect: Dialect) => string | readonly string[] | null>> = {
  times: ({ time }) => time,
  numbers: ({ number }) => number,
  'record of a history': ({ record }) => record,
  'records of a history': ({ history }) => history,
  'flaws in histories': (dialect) => dialect.flaws,
  lists: ({ list }) => list,
  'paging of lists': ({ paging }) => paging,
  'paging of histories': ({ historyPaging }) => historyPaging,
  'single user or thematic': ({ one }) => one,
  'field of ids': ({ id }) => id,
  'names of two words': ({ names }) => names,
  ids: (dialect) => dialect.ids,
  'field of totals': ({ total }) => total,
  totals: ({ totals }) => totals,
  'user of a wallet': ({ user }) => user,
  'thematic of a wallet': ({ thematic }) => thematic,
  token: ({ token }) => token,
  price: ({ price }) => price,
  'field of weights': ({ weight }) => weight,
  'attributes of a user': ({ attributes }) => attributes,
  'list of users': ({ users }) => users,
  'list of thematics': ({ thematics }) => thematics,
  'time of creation': ({ dates }) => (dates ? 'reported' : 'not reported'),
  paths: ({ prefix }) => (prefix === '' ? 'at the root' : 'below a path'),
  'list of users needs': ({ usersQuery }) =>
    usersQuery === null ? null : 'a parameter (`PORTFOLIO_SERVICE_USERS_QUERY`)',
  body: ({ body }) => body,
  'response to a change': ({ receipt }) => receipt,
  'change of a user': ({ update }) => update,
  'reason of a refusal': ({ error }) => error,
  'webhook messages': ({ webhook }) => webhook.message,
};

test('the table of forms in src/upstream/README.md lists the forms of all dialects', async () => {
  const file = fileURLToPath(new URL('../../src/upstream/README.md', import.meta.url));
  const written = tableBelow('Forms', await readFile(file, 'utf8'));
  const spoken = Object.entries(rows).map(([what, speak]) => {
    const shapes = dialects.flatMap((dialect) => speak(dialect) ?? []);
    return [what, [...new Set(shapes)].join('; ')];
  });
  expect(written).toEqual(spoken);
});

test('a dialect uses every form', () => {
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
