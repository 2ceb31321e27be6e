import { expect, test } from 'vitest';
import { getDeliveries, getDelivery } from '#contract/operations/endpoints.ts';
import { putInspector } from '#contract/operations/inspector.ts';
import { getDefinitions, getThematic } from '#contract/operations/thematics.ts';
import { getUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite } from '#test/support/site.ts';
import { figures, tasksAt } from '#test/support/tasks.ts';

// The ten tasks of a trial with an admin, each in so many steps; what comes of them is read from the service itself.
const site = openSite({ ...standingStill, WEBHOOKS_MIN_INTERVAL_SECONDS: '0' });
const { begin, read, readBy } = tasksAt(site);
const customId = 'meridian-treasury';
const wallet = `/users/${customId}/wallets/settlement-layers`;

const send = (method: 'PUT' | 'POST', path: string, body: unknown) =>
  fetch(site.url() + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('B1: a user is created', async () => {
  const { page, press, type, fill, steps } = await begin('/users');
  await press('n');
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await dialog.getByText('It cannot be changed later, and the user cannot be deleted.').waitFor();
  await page.locator('input:focus').waitFor();
  await type('nova');
  await fill(dialog.getByRole('textbox', { name: /^Name/ }), 'Nova Fund');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'nova', exact: true }).waitFor();
  expect(await read(getUser, 'nova')).toMatchObject({ name: 'Nova Fund' });
  expect(steps()).toBe(4);
});

test('B2: holdings from a past day on', async () => {
  const { page, click, fill, steps } = await begin(wallet);
  await click(page.getByRole('button', { name: 'Edit holdings' }));
  const dialog = page.getByRole('dialog', { name: `Holdings of ${customId}` });
  await fill(dialog.getByRole('textbox', { name: /^Effective from/ }), '2026-03-12 14:30');
  await fill(dialog.getByRole('textbox', { name: 'Amount, line 1' }), '1,234.5');
  await click(dialog.getByRole('button', { name: 'Save holdings' }));
  await page.getByText(/^Holdings saved: /).waitFor();
  const statements = await read(getStatements, customId);
  const stated = statements.find(({ at: from }) => from.startsWith('2026-03-12T14:30'));
  expect(stated?.thematics).toBe('settlement-layers');
  expect(stated?.tokens.map(({ amount }) => amount)).toContain(1234.5);
  expect(steps()).toBe(4);
});

test('B3: attributes as JSON, with a fault that is named before anything is sent', async () => {
  const { visit, page, click, fill, steps } = await begin(`/users/${customId}`);
  await click(page.getByRole('button', { name: 'Edit', exact: true }));
  await click(page.getByRole('dialog').getByRole('radio', { name: 'JSON' }));
  const editor = page.getByRole('dialog').getByRole('textbox', { name: 'JSON' });
  await fill(editor, '{ "tier": "gold", ');
  await page
    .getByText(/Line 1, column 19: invalid JSON/)
    .first()
    .waitFor();
  await fill(editor, '{ "tier": "gold" }');
  await click(page.getByRole('button', { name: 'Save' }));
  await page.getByText(/^meridian-treasury saved, \d+ attributes changed$/).waitFor();
  const { tier, country } = await read(getUser, customId);
  expect({ tier, country }).toEqual({ tier: 'gold', country: undefined });
  expect(visit.asked.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(steps()).toBe(5);
});

test('B4: many users from a file with bad rows', async () => {
  const { page, click, steps } = await begin('/users');
  const rows = Array.from({ length: 100 }, (_, i) =>
    i % 20 === 7 ? ' bad,X' : `many-${i},Name ${i}`,
  );
  await click(page.getByRole('button', { name: 'Import' }));
  const choosing = page.waitForEvent('filechooser');
  await click(page.getByRole('button', { name: 'Choose file' }));
  const buffer = Buffer.from(`customId,name\n${rows.join('\n')}`);
  await (await choosing).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
  await click(page.getByRole('button', { name: 'Create 95 users' }));
  await page.getByText('Import complete.').waitFor();
  await click(page.getByRole('button', { name: 'Done' }));
  const users = await read(getUsers);
  expect(users.filter(({ customId: id }) => id.startsWith('many-'))).toHaveLength(95);
  expect(steps()).toBe(4);
});

test('B5: a thematic is defined', async () => {
  const { page, click, fill, steps } = await begin('/thematics');
  await click(page.getByRole('button', { name: 'New thematic' }));
  const dialog = page.getByRole('dialog', { name: 'New thematic' });
  await fill(dialog.getByRole('textbox', { name: 'Name' }), 'Two & Two');
  await click(dialog.getByText('Paste a list'));
  await fill(
    dialog.getByRole('textbox', { name: 'List of tokens and weights' }),
    'KORV 60\nTESQ 40',
  );
  await click(dialog.getByRole('button', { name: 'Replace all' }));
  await click(dialog.getByRole('button', { name: 'Create thematic' }));
  await page.getByRole('heading', { level: 1, name: 'Two & Two' }).waitFor();
  const { tokens, total } = await read(getThematic, 'two-two');
  expect(tokens?.map(({ token, weight }) => [token._id, weight])).toEqual([
    ['KORV', 0.6],
    ['TESQ', 0.4],
  ]);
  expect(await read(getDefinitions, 'two-two')).toHaveLength(1);
  await page
    .getByText(figures.format(total ?? NaN))
    .first()
    .waitFor();
  expect(steps()).toBe(6);
});

test('B6: a webhook to an address that is refused, with the reason', async () => {
  const { visit, page, press, click, fill, steps } = await begin('/settings/webhooks');
  visit.tolerate(/422/);
  await click(page.getByRole('button', { name: 'New webhook' }));
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await click(form.getByRole('checkbox', { name: /^user\.created/ }));
  for (const [url, reason] of [
    ['ftp://example.com/hooks', /https/],
    ['https://localhost/hooks', /To allow it: .+WEBHOOKS_ALLOW_NETWORKS=.+ \(Rule: .+\)/],
    [
      'https://127.0.0.1/hooks',
      /127\.0\.0\.1 is .* To allow it: .+WEBHOOKS_ALLOW_NETWORKS=.+ \(Rule: .+\)/,
    ],
  ] as const) {
    await fill(form.getByRole('textbox', { name: 'URL' }), url);
    await press('Enter');
    await form.getByText(reason).first().waitFor();
  }
  expect(await read(getWebhooks)).toEqual([]);
  expect(steps()).toBe(2 + 3 * 2);
});

test('B7: a webhook is added, its secret shown, a test sent', async () => {
  const { page, click, steps } = await begin('/settings/webhooks');
  await click(page.getByRole('button', { name: 'New webhook' }));
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await click(form.getByRole('button', { name: 'Use the built-in inspector' }));
  await click(form.getByRole('checkbox', { name: /^user\.updated/ }));
  await click(form.getByRole('button', { name: 'Add webhook' }));
  const done = page.getByRole('dialog', { name: 'Webhook registered' });
  await done.getByText(/^whsec_[\w+/=-]{32,}$/).waitFor();
  await click(done.getByRole('button', { name: 'Send a test' }));
  await done.getByText(/^Delivered: 204 in/).waitFor();
  await click(done.getByRole('button', { name: 'Done' }));
  expect(await read(getWebhooks)).toMatchObject([{ type: 'user.updated' }]);
  expect(steps()).toBe(6);
});

const change = (note: string) =>
  send('POST', pathTo(updateUser, customId), { json: JSON.stringify({ note }) });
const receiverAnswers = (status: number) =>
  send('PUT', putInspector.path, { status, delaySeconds: 0 });

test('B8 and B9: an attempt is read; the receiver breaks, and is sent again what it missed', async () => {
  const { page, click, steps } = await begin('/settings/webhooks');
  const first = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  const pane = page.getByRole('region', { name: 'Delivery' });
  await receiverAnswers(503);
  await change('missed');
  await expect.poll(() => first.innerText()).toMatch(/Failing/);
  await click(first.getByRole('link'));
  await expect
    .poll(() => pane.getByLabel('Request body').innerText())
    .toContain('"note": "missed"');
  const delivery = () => read(getDelivery, new URL(page.url()).searchParams.get('delivery') ?? '');
  expect(await delivery()).toMatchObject({ state: 'pending', history: [{ status: 503 }] });
  await pane.getByText('503').first().waitFor();
  expect(steps()).toBe(1);

  await receiverAnswers(204);
  await click(pane.getByRole('button', { name: 'Redeliver' }));
  await expect.poll(async () => (await delivery()).state).toBe('delivered');
  await expect.poll(() => first.innerText()).toMatch(/Delivered/);
  expect(steps()).toBe(2);
});

test('B10: a webhook is removed, and Undo gives it back with what was waiting', async () => {
  const { page, click, steps } = await begin('/settings/webhooks');
  await receiverAnswers(503);
  await change('waiting');
  const first = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1);
  await expect.poll(() => first.innerText()).toMatch(/Failing/);
  const before = await read(getWebhooks);
  await click(page.getByRole('button', { name: 'Remove user.updated' }));
  await expect.poll(() => read(getWebhooks)).toEqual([]);
  await click(page.getByRole('button', { name: 'Undo' }));
  await expect
    .poll(() => read(getWebhooks))
    .toMatchObject(before.map(({ url, type }) => ({ url, type })));
  expect(await readBy('?state=pending', getDeliveries)).toHaveLength(1);
  expect(steps()).toBe(2);
});
