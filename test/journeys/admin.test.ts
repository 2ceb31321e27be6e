import { describe, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { getThematic, putThematic } from '#contract/operations/thematics.ts';
import { getUser, putUser, updateUser } from '#contract/operations/users.ts';
import { getWebhooks } from '#contract/operations/webhooks.ts';
import { openSite } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { thematic } from '#test/support/embedded.ts';

const site = openSite();

async function read(path: string): Promise<unknown> {
  const response = await fetch(site.url() + path);
  expect(response.status).toBe(200);
  return response.json();
}

/** What another admin does meanwhile. */
async function change(operation: Operation, id: string, body: unknown): Promise<void> {
  const path = operation.path.replace('{id}', id);
  const response = await fetch(site.url() + path, {
    method: operation.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

const webhooks = () => read(getWebhooks.path);

// On a telephone; at a desk: adminTasks.test.ts.
describe('an admin, 360 px wide', () => {
  const width = 360;
  const customId = `nova/β?#100% ${width}`;

  test('creates a user once, and is led to it when the id is taken', async () => {
    const visit = await site.visit('/users', { width });
    const { page } = visit;
    const dialog = page.getByRole('dialog', { name: 'New user' });
    const idField = dialog.getByRole('textbox', { name: 'Id' });
    await page.getByRole('button', { name: 'New user' }).click();
    await idField.fill(customId);
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Nova "β" <nova@example.com>');
    await dialog.getByRole('button', { name: 'Create user' }).dblclick();
    await page.getByRole('heading', { level: 1, name: customId, exact: true }).waitFor();
    await page.getByText(`User ${customId} created`).waitFor();
    await page.getByText('Nova "β" <nova@example.com>').first().waitFor();
    await page.getByText(`${customId} has no wallets`).waitFor();
    expect(visit.asked.filter((call) => call.startsWith('PUT'))).toEqual([
      `PUT ${pathTo(putUser, customId)}`,
    ]);
    expect(await read(pathTo(getUser, customId))).toMatchObject({
      customId,
      name: 'Nova "β" <nova@example.com>',
      walletCount: 0,
    });

    // Back goes to the list, not to a form that has done its work.
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Users', exact: true }).waitFor();
    expect(await dialog.isVisible()).toBe(false);

    visit.tolerate(/412/);
    await page.getByRole('button', { name: 'New user' }).click();
    await idField.fill(customId);
    await idField.press('Enter');
    const taken = dialog.getByRole('alert');
    await taken.getByText(`User “${customId}” already exists.`).waitFor();
    expect(await idField.inputValue()).toBe(customId);
    await taken.getByRole('link', { name: `Open ${customId}` }).click();
    await page.getByRole('heading', { level: 1, name: customId, exact: true }).waitFor();
  });

  test('is told what is wrong with an id, sends nothing, and loses nothing by a slip', async () => {
    const visit = await site.visit('/users?q=nobody+here', { width });
    const { page } = visit;
    await page.getByText('No user matches “nobody here”').waitFor();
    await page.getByRole('button', { name: 'New user “nobody here”' }).click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    const idField = dialog.getByRole('textbox', { name: 'Id' });
    expect(await idField.inputValue()).toBe('nobody here');
    for (const [text, fault] of [
      ['', 'The id is empty; it must have 1 to 128 characters.'],
      [' x', 'The id starts or ends with white space.'],
      ['..', 'The id cannot be "." or "..", which URLs cannot carry.'],
      ['n'.repeat(129), 'The id has 129 characters (UTF-16 units); at most 128 are allowed.'],
    ] as const) {
      await idField.fill(text);
      await idField.press('Enter');
      await dialog.getByText(fault, { exact: true }).waitFor();
      expect(await idField.getAttribute('aria-invalid')).toBe('true');
      expect(await idField.evaluate((field) => field === document.activeElement)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await dialog.getByText('Your changes are not saved.').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    expect(await idField.inputValue()).toBe('n'.repeat(129));
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(visit.asked.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  test('registers a webhook, removes it and takes that back', async () => {
    const visit = await site.visit('/settings/webhooks', { width });
    const { page } = visit;
    const url = `https://hooks.example.com/${width}?from=portfolio`;
    const types = page.getByRole('list', { name: `Types of ${url.slice('https://'.length)}` });
    const typesShown = async () =>
      (await types.getByRole('listitem').allInnerTexts()).filter((text) => text !== '');
    await page.getByText('No webhooks yet').waitFor();

    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    const urlField = form.getByRole('textbox', { name: 'URL' });
    visit.tolerate(/422/);
    await urlField.fill('https://127.0.0.1/hooks');
    await form.getByRole('checkbox', { name: /^user\.created/ }).check();
    await form.getByRole('checkbox', { name: /^wallet\.updated/ }).check();
    await form.getByRole('button', { name: 'Add 2 webhooks' }).click();
    await form
      .getByText(/127\.0\.0\.1 is .* To allow it: .+WEBHOOKS_ALLOW_NETWORKS=.+ \(Rule: .+\)/)
      .waitFor();
    expect(await urlField.evaluate((field) => field === document.activeElement)).toBe(true);

    await urlField.fill(url);
    await urlField.press('Enter');
    const done = page.getByRole('dialog', { name: 'Webhook registered' });
    await done.getByText(/^whsec_[\w+/=-]{32,}$/).waitFor();
    await done.getByRole('button', { name: 'Done' }).click();
    await expect.poll(typesShown).toEqual(['user.created', 'wallet.updated']);
    expect(await webhooks()).toMatchObject([
      { url, type: 'user.created', status: 'enabled' },
      { url, type: 'wallet.updated', status: 'enabled' },
    ]);

    await types.getByRole('button', { name: 'Remove user.created' }).click();
    // It keeps its place while the pointer is there, so that the next one does not come under it.
    await types.locator('li[inert]').waitFor();
    await page.mouse.click(0, 0);
    await expect.poll(typesShown).toEqual(['wallet.updated']);
    expect(await webhooks()).toMatchObject([{ url, type: 'wallet.updated' }]);
    await page.getByText('Webhook removed: user.created at hooks.example.com').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await typesShown()).toSorted())
      .toEqual(['user.created', 'wallet.updated']);
    expect(await webhooks()).toHaveLength(2);

    await page.getByRole('link', { name: /hooks\.example\.com/ }).click();
    await page.getByRole('button', { name: /^Remove the endpoint hooks\.example\.com/ }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(await webhooks()).toEqual([]);
    await visit.go('/settings/webhooks');
    await page.getByText('No webhooks yet').waitFor();
  });

  const user = '/users/meridian-treasury';
  const toUser = [updateUser, 'meridian-treasury'] as const;
  const toThematic = [putThematic, 'settlement-layers'] as const;
  test.each([
    {
      of: 'a user',
      path: `${user}?edit=attributes`,
      field: 'New attribute',
      meanwhile: () => change(...toUser, { json: '{"desk":"theirs"}' }),
    },
    {
      of: 'a wallet',
      path: `${user}/wallets/settlement-layers?edit=holdings`,
      field: 'Amount, line 1',
      meanwhile: () =>
        change(...toUser, { json: '{"wallets":[{"thematics":"settlement-layers","tokens":[]}]}' }),
    },
    {
      of: 'a thematic',
      path: '/thematics/settlement-layers?define=',
      field: 'Name',
      meanwhile: async () => {
        const { name, tokens } = thematic.parse(
          await read(pathTo(getThematic, 'settlement-layers')),
        );
        const weights = tokens.map(({ token, weight }) => ({ token: token._id, weight }));
        await change(...toThematic, { name, description: 'Theirs', tokens: weights });
      },
    },
  ])('sees that someone else changed $of meanwhile, and what to do', async (form) => {
    const visit = await site.visit(form.path, { width });
    visit.tolerate(/412/);
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: form.field, exact: true }).fill('7');
    if (form.of === 'a user') {
      await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('7');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    }
    await form.meanwhile();
    await dialog.locator('[type=submit]').click();
    const conflict = dialog.getByText(/^Someone else changed this/);
    await conflict.waitFor();
    expect(await conflict.evaluate(shareInSight)).toBe(1);
    const keep = dialog.getByRole('button', { name: 'Keep my changes' });
    expect(await keep.evaluate(shareInSight)).toBe(1);
  });
});

/** How much of an element is in sight. */
function shareInSight(element: Element): Promise<number> {
  return new Promise((resolve) => {
    new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(element);
  });
}
