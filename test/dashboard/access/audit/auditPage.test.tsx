import { screen, waitFor, within } from '@testing-library/react';
import { sql } from 'drizzle-orm';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { formatHead } from '#contract/audit.ts';
import { getAudit } from '#contract/operations/audit.ts';
import { defaultPageSize } from '#contract/operations/paging.ts';
import { readHead } from '#gateway/audit/chain.ts';
import { createAuditTrail, plainEntry, type NewEntry } from '#gateway/audit/trail.ts';
import { signInAnalyst } from '#test/support/analyst.ts';
import { choose } from '#test/support/choose.ts';
import { open } from '#test/support/render.tsx';
import { server, testService } from '#test/support/server.ts';

beforeEach(async () => {
  // "Past hour" depends on the machine's clock.
  (await testService()).clock.now = Date.now();
});

/** Records entries in this order. */
async function record(...entries: readonly Partial<NewEntry>[]): Promise<void> {
  const { database, clock } = await testService();
  const trail = createAuditTrail({ database, clock: () => clock.now, log: () => {} });
  const ada = { actorId: 'key_ada', actorName: 'Ada', actorRole: 'admin', via: 'key' } as const;
  await Promise.all(
    entries.map((entry) =>
      trail.append({ ...plainEntry, ...ada, address: '10.0.0.7', status: 200, ...entry }),
    ),
  );
}

const created = {
  operation: 'putUser',
  status: 201,
  subjectKind: 'user',
  subjectId: 'acme',
} satisfies Partial<NewEntry>;
const revoked = {
  operation: 'revokeKey',
  subjectKind: 'key',
  subjectId: 'key_bo',
  subjectName: 'Bo',
} satisfies Partial<NewEntry>;
const denied = {
  actorId: 'key_ann',
  actorName: 'Ann',
  actorRole: 'analyst',
  address: '10.0.0.9',
  operation: 'putWebhook',
  result: 'refused',
  status: 403,
  code: 'forbidden',
  count: 12,
} satisfies Partial<NewEntry>;
const guessed = {
  actorId: null,
  actorName: 'nobody',
  actorRole: null,
  via: 'nobody',
  address: '10.0.0.66',
  result: 'refused',
  status: 401,
  code: 'unauthenticated',
  count: 40,
} satisfies Partial<NewEntry>;
const entries = [created, revoked, denied, guessed];

const table = () => screen.findByRole('table', { name: 'Audit trail' });
const whats = async () =>
  within(await table())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const csvLink = () => screen.getByRole('link', { name: 'CSV' }).getAttribute('href') ?? '';

test('lists actor, action, target, address and result, newest first, including refused requests', async () => {
  await record(...entries);
  open('/settings/audit');
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Requests × 40nobody10\.0\.0\.66Refused 401/),
    expect.stringMatching(/^Add webhook × 12Ann10\.0\.0\.9Refused 403/),
    expect.stringMatching(/^Revoke keykey BoAda10\.0\.0\.7Done/),
    expect.stringMatching(/^Create useruser acmeAda10\.0\.0\.7Done/),
  ]);
  expect(screen.getByText('4 shown')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
});

test('filters by result, action, target, time and search, in the address and in the CSV', async () => {
  const { clock } = await testService();
  clock.now -= 7_200_000;
  await record({ ...created, subjectId: 'earlier' });
  clock.now = Date.now();
  await record(...entries);
  const { user, address } = open('/settings/audit');
  await table();
  await user.click(screen.getByRole('radio', { name: 'Refused' }));
  await waitFor(async () => expect(await whats()).toEqual(['Requests × 40', 'Add webhook × 12']));
  expect(address()).toBe('/settings/audit?result=refused');
  expect(csvLink()).toContain('result=refused');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await choose(user, screen, 'Target', 'Key');
  await waitFor(async () => expect(await whats()).toEqual(['Revoke key']));
  await choose(user, screen, 'Target', 'All targets');
  await choose(user, screen, 'Action', 'Create user');
  await waitFor(async () => expect(await whats()).toEqual(['Create user', 'Create user']));
  await choose(user, screen, 'Time', 'Past hour');
  await waitFor(async () => expect(await whats()).toEqual(['Create user']));
  await choose(user, screen, 'Action', 'All actions');
  await user.type(screen.getByRole('searchbox', { name: 'Search entries' }), 'ANN .9');
  await waitFor(async () => expect(await whats()).toEqual(['Add webhook × 12']));
  const csv = new URLSearchParams(csvLink().split('?')[1]);
  expect(csv.get('q')).toBe('ANN .9');
  expect(Date.parse(csv.get('from') ?? '')).toBeGreaterThan(Date.now() - 3_700_000);
  const saved = await (await fetch(new URL(csvLink(), location.href))).text();
  expect(saved.trim().split('\r\n')).toEqual([
    expect.stringMatching(/^seq,at,actor,actorId,role,via,address,operation,/),
    expect.stringMatching(/,Ann,key_ann,analyst,key,10\.0\.0\.9,putWebhook,.*,refused,403,/),
  ]);
});

test('a filter without matches offers to show all entries', async () => {
  await record(...entries);
  const { user, address } = open('/settings/audit?q=nobody+here&result=failed&actor=key_ada');
  expect(await screen.findByText('No matching entries')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove filter: by key_ada' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all entries' }));
  expect(await whats()).toHaveLength(4);
  expect(address()).toBe('/settings/audit');
});

test('an empty trail says what will be recorded', async () => {
  open('/settings/audit');
  expect(await screen.findByText('No entries yet')).toBeTruthy();
  expect(screen.getByText(/^Changes, sign-ins and refused requests are recorded/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show all entries' })).toBeNull();
});

test('loads older entries by page, and keeps the displayed ones if that fails', async () => {
  const count = defaultPageSize.audit + 20;
  await record(
    ...Array.from({ length: count }, (_, at) => ({
      ...created,
      subjectId: `user ${at + 1}`,
    })),
  );
  const { user } = open('/settings/audit');
  expect(await screen.findByText('100 shown')).toBeTruthy();
  expect(await screen.findByText(`user ${count}`)).toBeTruthy();
  server.use(
    http.get(`*${getAudit.path}`, () => new HttpResponse('burned', { status: 500 }), {
      once: true,
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Older' }));
  expect(await screen.findByText(/^Audit trail could not be refreshed at/)).toBeTruthy();
  expect(screen.getByText('100 shown')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Older' }));
  expect(await screen.findByText(`${count} shown`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
  expect(screen.queryByText(/could not be refreshed/)).toBeNull();
});

test('a trail that cannot be read says why, and offers Retry', async () => {
  await record(...entries);
  server.use(
    http.get(
      `*${getAudit.path}`,
      () => new HttpResponse('Something burned down.', { status: 500 }),
      {
        once: true,
      },
    ),
  );
  const { user } = open('/settings/audit');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Audit trail could not be read')).toBeTruthy();
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  expect(await whats()).toHaveLength(4);
});

test('an entry opens with all its fields, and links to entries of the same actor or target', async () => {
  await record(...entries);
  const { user, address } = open('/settings/audit');
  await user.click(within(await table()).getByRole('link', { name: 'Add webhook × 12' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook × 12' }));
  expect(dialog.getByText('Refused, 403, forbidden')).toBeTruthy();
  expect(dialog.getByText('12 since the previous entry of this kind')).toBeTruthy();
  expect(dialog.getByText('key')).toBeTruthy();
  await user.click(dialog.getByRole('link', { name: 'all entries' }));
  await waitFor(async () => expect(await whats()).toEqual(['Add webhook × 12']));
  expect(address()).toBe('/settings/audit?actor=key_ann');
  await user.click(screen.getByRole('button', { name: 'Remove filter: by key_ann' }));
  await user.click(await within(await table()).findByRole('link', { name: 'Create user' }));
  const page = within(await screen.findByRole('dialog', { name: 'Create user' }));
  expect(page.getByRole('link', { name: 'acme' }).getAttribute('href')).toBe('/users/acme');
});

test('an analyst sees which role is needed, and the page requests no entries', async () => {
  await record(...entries);
  signInAnalyst();
  let requests = 0;
  server.use(
    http.get(`*${getAudit.path}`, () => {
      requests += 1;
    }),
  );
  open('/settings/audit');
  expect(await screen.findByText(/^Audit trail: This needs the role admin/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByRole('link', { name: 'CSV' })).toBeNull();
  expect(requests).toBe(0);
});

// This test is last, because the service keeps its result until it verifies again.
test('verification confirms an unchanged trail, or names the first changed entry', async () => {
  await record(...entries);
  const { user } = open('/settings/audit');
  await table();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Verify all entries' }));
  const verify = () => user.click(dialog.getByRole('button', { name: 'Verify' }));
  const field = dialog.getByRole('textbox', { name: /^Last entry/ });
  await verify();
  expect((await dialog.findByText(/^4 entries, all unchanged\./)).textContent).toMatch(
    /Last entry, to store elsewhere: 4:[0-9a-f]{64}/,
  );
  await user.type(field, '17');
  await verify();
  expect(await dialog.findByText(/^Enter a number and 64 hex digits/)).toBeTruthy();
  expect(dialog.queryByText(/all unchanged/)).toBeNull();
  const { database } = await testService();
  const noted = formatHead(await readHead(database.queries));
  await user.clear(field);
  await user.type(field, noted);
  await verify();
  expect(await dialog.findByText(/all unchanged/)).toBeTruthy();

  await database.queries.execute(
    sql.raw(`DO $$ BEGIN
      ALTER TABLE audit_trail DISABLE TRIGGER USER;
      UPDATE audit_trail SET actor_name = 'Eve' WHERE seq = 2;
      ALTER TABLE audit_trail ENABLE TRIGGER USER;
    END $$`),
  );
  await user.clear(field);
  await verify();
  expect(await dialog.findByText(/^Entry 2 .*Compare the trail with a backup/)).toBeTruthy();
  // The page shows the fault too.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText(/^Entry 2 .*Compare the trail with a backup/)).toBeTruthy();
});
