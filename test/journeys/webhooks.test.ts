import { expect, test } from 'vitest';
import { deliveryWithAttempts } from '#contract/delivery.ts';
import { getDelivery } from '#contract/operations/endpoints.ts';
import { getInspector } from '#contract/operations/inspector.ts';
import { updateUser } from '#contract/operations/users.ts';
import { answerOf } from '../support/calls.ts';
import { standingStill } from '../support/process.ts';
import { openSite } from '../support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';

// Publishes every change. By default, each user is published at most once in ten seconds.
const site = openSite({ ...standingStill, WEBHOOKS_MIN_INTERVAL_SECONDS: '0' });

const customId = 'meridian-treasury';

async function changeUser(note: string): Promise<void> {
  const response = await fetch(site.url() + pathTo(updateUser, customId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: JSON.stringify({ note }) }),
  });
  expect(response.status).toBe(200);
}

test('webhooks are tested, watched, broken, repaired, redelivered, recovered, rotated, verified and removed', async () => {
  const { page } = await site.visit('/settings/webhooks');
  const form = page.getByRole('dialog', { name: 'New webhook' });
  const deliveries = page.getByRole('table', { name: 'Deliveries' });
  const first = deliveries.getByRole('row').nth(1);
  const inspector = page.getByRole('dialog', { name: 'Inspector' });
  const pane = page.getByRole('region', { name: 'Delivery' });
  const attempts = pane.getByRole('list', { name: 'Attempts' }).getByRole('button');
  const bar = page.getByRole('region', { name: /^Endpoint / });
  const answerWith = async (status: string) => {
    await page.getByRole('button', { name: 'Inspector' }).click();
    await inspector.getByLabel('Response status').fill(status);
    await inspector.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(
        async () => (await (await fetch(site.url() + getInspector.path)).json()).settings.status,
      )
      .toBe(Number(status));
    await inspector.getByRole('button', { name: 'Close' }).click();
  };

  // Registers and tests the inspector.
  await page.getByRole('button', { name: 'New webhook' }).click();
  await form.getByRole('button', { name: 'Use the built-in inspector' }).click();
  await form.getByRole('checkbox', { name: /^user\.updated/ }).check();
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const done = page.getByRole('dialog', { name: 'Webhook registered' });
  const secret = await done.getByText(/^whsec_/).innerText();
  await done.getByRole('button', { name: 'Send a test' }).click();
  await done.getByText(/^Delivered: 204 in/).waitFor();
  await done.getByRole('button', { name: 'Done' }).click();

  // A change arrives without reloading, and its attempt opens.
  await changeUser('one');
  await expect.poll(() => deliveries.getByRole('row').count()).toBe(3);
  await expect.poll(() => first.innerText()).toMatch(/Delivered:.*user\.updated/s);
  await first.getByRole('link').click();
  await expect.poll(() => attempts.allInnerTexts()).toEqual([expect.stringMatching(/204/)]);
  await expect.poll(() => pane.getByLabel('Request body').innerText()).toContain('"note": "one"');
  const headers = await pane.locator('dl', { hasText: 'webhook-id' }).innerText();
  const id = new URL(page.url()).searchParams.get('delivery') ?? '';
  const told = await answerOf(fetch(site.url() + pathTo(getDelivery, id)), deliveryWithAttempts);
  expect(headers).toContain(told.message);

  // The receiver fails: the page shows the retry and the time of the next one.
  await answerWith('503');
  await changeUser('two');
  await expect
    .poll(() => first.innerText())
    .toMatch(/Failing:.*[12] of 10\s+503\s+in \d+\s(s|min)/s);
  await first.getByRole('link').click();
  await expect.poll(() => attempts.count()).toBe(2);
  await expect
    .poll(() => pane.innerText())
    .toMatch(/Next attempt\s+\d\d:\d\d:\d\d\s+in [456]\smin/);
  await pane.getByText('Answered 503, as configured.').waitFor();

  // Once the receiver is repaired, the message is redelivered.
  await answerWith('204');
  await pane.getByRole('button', { name: 'Redeliver' }).click();
  await expect.poll(() => attempts.count()).toBe(3);
  await expect.poll(() => attempts.nth(2).innerText()).toMatch(/204/);

  // 410 disables it. Once enabled, its missed messages are recovered.
  await answerWith('410');
  await changeUser('three');
  await page.getByText(/has been disabled since .*410 Gone/).waitFor();
  await changeUser('four');
  await answerWith('204');
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText(/has been disabled since/).waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Endpoints' }).getByRole('link').click();
  await bar.getByRole('button', { name: 'Recover since…' }).click();
  const recover = page.getByRole('dialog', { name: /^Recover/ });
  await recover.getByRole('button', { name: 'Count messages' }).click();
  await recover.getByText('2 messages did not arrive.').waitFor();
  await recover.getByRole('button', { name: 'Resend 2' }).click();
  await recover.getByText(/^Finished: 2 of 2 delivered/).waitFor();
  await recover.getByRole('button', { name: 'Done' }).click();

  // The secret is rotated. An earlier message is verified with the previous one.
  await bar.getByRole('button', { name: 'Rotate' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate secret' });
  await rotate.getByRole('button', { name: 'Rotate' }).click();
  expect(await rotate.getByText(/^whsec_/).innerText()).not.toBe(secret);
  await rotate.getByText(/^Both secrets sign until/).waitFor();
  await rotate.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Verify a signature' }).click();
  const verify = page.getByRole('dialog', { name: 'Verify a signature' });
  const sent = Object.entries(told.history[0]?.request ?? {});
  await verify.getByLabel('Headers').fill(sent.map((pair) => pair.join(': ')).join('\n'));
  await verify.getByLabel('Raw body').fill(told.body);
  await verify.getByRole('button', { name: 'Verify' }).click();
  await verify.getByText('Signature invalid.').waitFor();
  await verify.getByRole('combobox', { name: 'Endpoint secret' }).click();
  await page.getByRole('option', { name: 'Other (paste below)' }).click();
  await verify.getByLabel('Secret', { exact: true }).fill(secret);
  await verify.getByRole('button', { name: 'Verify' }).click();
  await verify.getByText('Signature valid.').waitFor();
  await verify.getByRole('button', { name: 'Close' }).last().click();

  // Undo restores a removed webhook with its secret.
  await bar.getByRole('button', { name: 'Reveal' }).click();
  const rotated = await bar.getByText(/^whsec_[^•]/).innerText();
  await bar.getByRole('button', { name: /^Remove the endpoint/ }).click();
  await page.getByText('No webhooks yet').waitFor();
  const removed = page.getByRole('status').filter({ hasText: /^Webhook removed/ });
  await removed.getByRole('button', { name: 'Undo' }).click();
  await bar.getByRole('button', { name: 'Reveal' }).click();
  await bar.getByText(rotated).waitFor();
});
