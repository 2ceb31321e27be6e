import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getLive } from '#contract/operations/live.ts';
import { createUser, getUser, updateUser } from '#contract/operations/users.ts';
import { type RunningGateway, standingStill, startGateway } from '#test/support/process.ts';
import { sharedBrowser } from '#test/support/site.ts';
import { pathTo } from '#test/support/pathTo.ts';

const odd = 'a/b?c#d e%2F 日本';

let folder: string;
let gateway: RunningGateway;
const settings = () => ({
  DATA_DIR: join(folder, 'data'),
  ...standingStill,
  WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-live-'));
  await cp(inject('samples'), join(folder, 'data'), { recursive: true });
  gateway = await startGateway(settings());
});
afterAll(async () => {
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
}

const rename = (customId: string, name: string) =>
  send('POST', pathTo(updateUser, customId), { json: JSON.stringify({ name }) });

const named = (page: Page, name: string) => page.locator('h1 + span').getByText(name);
const bar = (page: Page, words: RegExp) => page.locator('header b').getByText(words);

test('two tabs, one stream: both show what happens, and after a restart have missed nothing', async () => {
  await send('PUT', createUser.path, { customId: odd });
  await rename(odd, 'Before');
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(30_000);
  const streams: string[] = [];
  const asked: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    (pathname === getLive.path ? streams : asked).push(pathname);
  });
  const tabs = [await context.newPage(), await context.newPage()] as const;
  const complaints: string[] = [];
  for (const page of tabs) {
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${gateway.url}/users/${encodeURIComponent(odd)}`);
  }
  for (const page of tabs) {
    await bar(page, /^Live, simulated market$/).waitFor();
    await named(page, 'Before').waitFor();
  }
  expect(streams).toEqual([getLive.path]);
  await tabs[0].waitForTimeout(1500);
  asked.length = 0;
  const began = performance.now();
  await rename(odd, 'After');
  for (const page of tabs) await named(page, 'After').waitFor();
  console.log(`shown in both tabs after ${(performance.now() - began).toFixed(0)} ms`);
  // Each tab asked for the user, and for nothing else.
  expect(asked).toEqual([pathTo(getUser, odd), pathTo(getUser, odd)]);

  const port = new URL(gateway.url).port;
  expect(await gateway.stop()).toBe(0);
  for (const page of tabs) await bar(page, /^No (connection|answer) since/).waitFor();
  await named(tabs[0], 'After').waitFor();
  gateway = await startGateway({ ...settings(), PORT: port });
  // Before anybody can be connected again.
  await rename(odd, 'While nobody listened');
  for (const page of tabs) {
    await named(page, 'While nobody listened').waitFor();
    await bar(page, /^Live, simulated market$/).waitFor();
  }

  // The tab that holds the stream is closed: the other goes on with one of its own.
  await tabs[0].close();
  await rename(odd, 'Between two');
  await named(tabs[1], 'Between two').waitFor();
  await bar(tabs[1], /^Live, simulated market$/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('an origin that answers HTML in place of the stream is asked again until it is there', async () => {
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  let isBroken = true;
  await page.route('**/x/live*', (route) =>
    isBroken
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Please sign in' })
      : route.continue(),
  );
  await page.clock.install();
  await page.goto(`${gateway.url}/users`);
  await bar(page, /^Polling, simulated market$/).waitFor();
  isBroken = false;
  // The longest that it waits between two tries.
  await page.clock.fastForward(30_000);
  await bar(page, /^Live, simulated market$/).waitFor();
  await send('PUT', createUser.path, { customId: 'new here' });
  await page.getByRole('searchbox').first().fill('new here');
  const row = page.getByRole('row', { name: /^new here/ });
  await expect.poll(() => row.count()).toBe(1);
  await context.close();
});
