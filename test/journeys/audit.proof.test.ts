import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { auditVerification, formatHead } from '#contract/audit.ts';
import { createdAccessKey, type CallerRole, type CreatedAccessKey } from '#contract/access.ts';
import { axeScript, violationsInBothSchemes } from '#test/support/axe.ts';
import { openSite, widths, type Look, type Visit } from '#test/support/site.ts';
import { smallTargets } from '#test/support/targets.ts';

const site = openSite();
let admin: CreatedAccessKey;
let analyst: CreatedAccessKey;

async function send(method: string, path: string, body: unknown, key?: string): Promise<Response> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return fetch(site.url() + path, {
    method,
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
}

async function keyOf(role: CallerRole, name: string, key?: string): Promise<CreatedAccessKey> {
  const response = await send('POST', '/x/keys', { role, name }, key);
  return createdAccessKey.parse(await response.json());
}

beforeAll(async () => {
  admin = await keyOf('admin', 'Ada Lovelace');
  analyst = await keyOf('analyst', 'Grace Hopper', admin.key);
  await send('PUT', '/p/users', { customId: 'acme' }, admin.key);
  await send('POST', '/p/users/acme', { json: '{"name":"Acme Ltd"}' }, admin.key);
  const hook = { url: 'https://hooks.example.com/portfolio?token=s3cret', type: 'user.created' };
  await send('PUT', '/p/webhook', hook, admin.key);
  await send('PUT', '/p/users', { customId: 'denied' }, analyst.key);
  await send('PUT', '/p/users', { customId: 'x' }, 'pfk_guessed');
});

async function visitAs({ key }: CreatedAccessKey, path: string, look: Look = {}): Promise<Visit> {
  const visit = await site.visit(path, { script: axeScript, ...look });
  await visit.page.getByLabel('Key', { exact: true }).fill(key);
  await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  return visit;
}

async function isWell({ page }: Visit): Promise<void> {
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
}

test.each(widths)(
  'an admin reads the trail, filters it and opens an entry, %s px wide, light and dark',
  async (width) => {
    const visit = await visitAs(admin, '/settings/audit', { width });
    const { page } = visit;
    const table = page.getByRole('table', { name: 'Audit trail' });
    await table.getByRole('link', { name: 'Add webhook' }).waitFor();
    await isWell(visit);
    await page.getByRole('radio', { name: 'Refused' }).click();
    await table.getByText('Add webhook').waitFor({ state: 'detached' });
    await table.getByText('Refused 401').first().waitFor();
    expect(new URL(page.url()).search).toBe('?result=refused');
    await page.goBack();
    await page.getByRole('searchbox').fill('hooks.example');
    await table.getByRole('link', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add webhook' });
    await dialog.getByText('https://hooks.example.com/portfolio?…').waitFor();
    await isWell(visit);
    expect(await page.content()).not.toContain('s3cret');
    await dialog.getByRole('link', { name: 'all entries' }).first().click();
    await page.getByRole('button', { name: /^Remove filter: by / }).waitFor();
    expect(new URL(page.url()).searchParams.get('actor')).toBe(admin._id);
  },
);

test('an admin exports the trail and verifies it, also against an entry recorded earlier', async () => {
  const visit = await visitAs(admin, '/settings/audit');
  const { page } = visit;
  await page.getByRole('link', { name: 'Add webhook' }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  const csv = await readFile(await saved.path(), 'utf8');
  expect(csv).toMatch(/^seq,at,actor,/);
  expect(csv).toContain(',updateUser,user,acme,');

  const response = await send('GET', '/x/audit/verification', undefined, admin.key);
  const { head } = auditVerification.parse(await response.json());
  if (head === null) throw new Error('There is no entry');
  await page.getByRole('button', { name: 'Verify' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify all entries' });
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText(/\d+ entries, all unchanged\./).waitFor();
  await isWell(visit);
  const field = dialog.getByLabel(/^Last entry/);
  await field.fill('17');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText(/^Enter a number and 64 hex digits/).waitFor();
  await field.fill(formatHead({ ...head, hash: head.hash.replaceAll(/[0-7]/g, 'f') }));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText(/differs from the one recorded earlier/).waitFor();
  await field.fill(formatHead(head));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await dialog.getByText(/all unchanged/).waitFor();
});

test('an analyst sees who changed a user, but not the trail', async () => {
  const visit = await visitAs(analyst, '/users/acme');
  const { page } = visit;
  await page.getByText(/^Last changed .* by Ada Lovelace · 2 changes$/).click();
  const changes = page.getByRole('list', { name: 'Changes' });
  expect(await changes.locator('> li').allTextContents()).toEqual([
    expect.stringMatching(/Change user by Ada LovelaceNameAcme Ltd$/),
    expect.stringMatching(/Create user by id by Ada Lovelace$/),
  ]);
  await isWell(visit);
  await visit.go('/settings/audit');
  await page.getByText(/^Audit trail: This needs the role admin/).waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(visit.asked.filter((call) => / \/x\/audit(\?|$)/.test(call))).toEqual([]);
});
