import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { getAudit } from '#contract/operations/audit.ts';
import { getDeliveries, getEndpoints } from '#contract/operations/endpoints.ts';
import { getInspector, putInspector } from '#contract/operations/inspector.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { createUser, getUser, updateUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { Privacy } from '#dashboard/preferences/preferences.ts';
import { atRest } from '#test/support/atRest.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, type Visit } from '#test/support/site.ts';
import { amounts, attributes, customId, ids, type View, views } from '#test/support/views.ts';
import { modulesInSource } from '#test/support/viewModules.ts';
import { viewsWithoutAmounts } from '#test/support/viewsWithoutAmounts.ts';

// Opens every page, dialog and late-loaded view in privacy mode and searches the whole document, and each file that it links,
// for the amounts of one user. The list of views is compared with the source, so a new view cannot be forgotten.

const site = openSite({ ...standingStill, WEBHOOKS_MIN_INTERVAL_SECONDS: '0' });

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(site.url() + path, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

/** The first id in an answer. */
async function idIn(path: string, pattern: RegExp): Promise<string> {
  return pattern.exec(JSON.stringify(await send('GET', path)))?.[1] ?? '';
}

/** Every number in an answer that could be an amount of the user, as text: its integer part, and its short form. */
function textsOf(answer: unknown): string[] {
  if (typeof answer === 'number') {
    const [size, unit] = answer < 1e9 ? [1e6, 'M'] : [1e9, 'B'];
    return answer < 1e6 ? [] : [String(Math.trunc(answer)), `${(answer / size).toFixed(2)}${unit}`];
  }
  if (typeof answer === 'string') return [...answer.matchAll(/\d{7,}/g)].map(([digits]) => digits);
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).flatMap((value) => textsOf(value));
}

let secrets: readonly string[] = [];

beforeAll(async () => {
  const url = `${site.url()}${getInspector.path}/demo`;
  await send(putInspector.method, putInspector.path, { status: 200, delaySeconds: 0 });
  await send(putWebhook.method, putWebhook.path, { url, type: 'user.updated' });
  await send(createUser.method, createUser.path, { customId });
  const tokens = Object.entries(amounts).map(([token, amount]) => ({ token, amount }));
  const json = JSON.stringify({
    ...attributes,
    wallets: [
      {
        thematics: 'settlement-layers',
        tokens,
        at: new Date(Date.now() - 40 * 86_400_000).toISOString(),
      },
    ],
  });
  await send(updateUser.method, pathTo(updateUser, customId), { json });
  await readSecrets();
  await vi.waitFor(
    async () => {
      const received = JSON.stringify(await send('GET', getInspector.path));
      if (!received.includes('user.updated')) throw new Error('not delivered yet');
    },
    { timeout: 60_000, interval: 200 },
  );
  ids.endpoint = await idIn(getEndpoints.path, /"_id":"([^"]+)"/);
  ids.delivery = await idIn(getDeliveries.path, /"_id":"(dlv_[^"]+)"/);
  ids.entry = await idIn(`${getAudit.path}?operation=updateUser`, /"seq":(\d+)/);
});

/** Adds the user's amounts at present prices. */
async function readSecrets(): Promise<void> {
  const read = await Promise.all([
    send('GET', pathTo(getUser, customId)),
    send('GET', pathTo(getWallets, customId)),
  ]);
  const texts = [...textsOf(read), ...textsOf(Object.values(amounts)), '876543219'];
  secrets = [...new Set([...secrets, ...texts])];
  files.clear();
}

/** Everything in the document: texts, attributes, fields, the title and the address. */
function documentText(): string {
  const lines = [document.title, location.href];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Element)) lines.push(node.textContent ?? '');
    else {
      if ('value' in node) lines.push(String(node.value));
      lines.push(...[...node.attributes].map(({ value }) => value));
    }
  }
  return lines.join('\n');
}

/** Files by path, at the prices of `secrets`. */
const files = new Map<string, Promise<string>>();

async function readFile(path: string): Promise<string> {
  return (await fetch(site.url() + path)).text();
}

/** The files that the links of a page save or open. */
async function filesOf(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="/p/"], a[href^="/x/"]');
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  return Promise.all(
    paths.map((path) => {
      const file = files.get(path) ?? readFile(path);
      files.set(path, file);
      return file;
    }),
  );
}

/** The secrets in a view, with what surrounds them. */
function secretsIn(text: string): string[] {
  return secrets.flatMap((secret) => {
    const match = new RegExp(`(?<![\\w.])${secret.replace('.', '\\.')}(?!\\w)`).exec(text);
    return match === null ? [] : [text.slice(Math.max(0, match.index - 40), match.index + 40)];
  });
}

const pathOf = ({ path }: View) => (typeof path === 'string' ? path : path());

/** Navigates to a view and opens what it is about. Loads the page if the last view left something open. */
async function show(visit: Visit, view: View, before: View | undefined): Promise<void> {
  const { open } = view;
  if (before === undefined || before.open !== undefined) await visit.go(pathOf(view));
  else {
    await setPrivacy(visit, 'hidden');
    await visit.turn(pathOf(view));
  }
  if (open === undefined) return;
  await visit.settled();
  await open(visit.page);
}

/** Everything that a view shows and links. */
async function textOf(visit: Visit, { text }: View): Promise<string> {
  const { page } = visit;
  await page.getByText(text).first().waitFor({ state: 'attached' });
  const shown = await atRest(async () => {
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
    await visit.settled();
    return page.evaluate(documentText);
  });
  return [shown, ...(await filesOf(page))].join('\n').replaceAll(/[,\u2009\u00a0]/g, '');
}

const storageKey = 'portfolio.privacy';

/** Changes the preference as another tab does. */
function setPrivacy({ page }: Visit, privacy: Privacy): Promise<void> {
  return page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent('storage', { key, newValue }));
    },
    [storageKey, privacy] as const,
  );
}

test('the list has every page, dialog and late-loaded view of the source', () => {
  expect([...Object.keys(views), ...Object.keys(viewsWithoutAmounts)].toSorted()).toEqual(
    modulesInSource(),
  );
});

test('no view shows or links an amount of a user in privacy mode, and those with amounts show one without it', async () => {
  expect(secrets.length).toBeGreaterThan(4);
  const script = `if (origin !== 'null') localStorage.setItem('${storageKey}', 'hidden')`;
  const visit = await site.visit(null, { script });
  const unexpected: string[] = [];
  let before: View | undefined;
  for (const [module, list] of Object.entries(views)) {
    for (const view of list) {
      const what = `${module} ${pathOf(view)}`;
      await show(visit, view, before);
      before = view;
      for (const privacy of ['hidden', 'percentages'] as const) {
        await setPrivacy(visit, privacy);
        const found = secretsIn(await textOf(visit, view));
        unexpected.push(...found.map((it) => `${what}, privacy ${privacy}: ${it}`));
      }
      if (view.hasAmounts !== true) continue;
      await setPrivacy(visit, 'off');
      const shown = await textOf(visit, view);
      // Prices change once an hour.
      if (secretsIn(shown).length === 0) await readSecrets();
      if (secretsIn(shown).length === 0) unexpected.push(`${what}: no amount`);
    }
  }
  expect(unexpected).toEqual([]);
}, 900_000);
