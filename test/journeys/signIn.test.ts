import { beforeAll, expect, test } from 'vitest';
import { createdAccessKey, type CallerRole, type CreatedAccessKey } from '#contract/access.ts';
import { standingStill } from '#test/support/process.ts';
import { openSite, type Visit } from '#test/support/site.ts';

const site = openSite(standingStill);

/** The first key, of an admin, closes the service. */
let admin: CreatedAccessKey;

async function createKey(role: CallerRole, name: string): Promise<CreatedAccessKey> {
  const response = await fetch(`${site.url()}/x/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, role }),
  });
  return createdAccessKey.parse(await response.json());
}

beforeAll(async () => {
  admin = await createKey('admin', 'Ada');
});

/** Types a key into the form to sign in. */
async function signIn({ page }: Visit, key: string): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Every text that a script of the page, or who looks at its address, can read. */
async function readable({ page }: Visit): Promise<string> {
  return page.evaluate(async () => {
    const stored = [localStorage, sessionStorage].map((one) => JSON.stringify(one));
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches.keys();
    const values = [...document.querySelectorAll('input')].map(({ value }) => value);
    return [
      ...stored,
      JSON.stringify(databases),
      JSON.stringify(caches),
      document.cookie,
      location.href,
      JSON.stringify(history.state),
      document.documentElement.outerHTML,
      ...values,
    ].join('\n');
  });
}

test('whoever opens a link signs in where it leads, and no script can read the key or the session', async () => {
  const visit = await site.visit('/users?q=acme&sort=-total');
  const { page } = visit;
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  // Nothing was requested that only who is signed in may read.
  expect(new Set(visit.asked.filter((call) => / \/[px]\//.test(call)))).toEqual(
    new Set(['GET /x/session']),
  );
  const field = page.getByLabel('Key', { exact: true });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field.getAttribute('type')).toBe('password');
  expect(await field.getAttribute('autocomplete')).toBe('current-password');
  await page.getByRole('button', { name: 'Show the key' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  await signIn(visit, admin.key);
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  expect(new URL(page.url()).search).toBe('?q=acme&sort=-total');
  await visit.settled();
  expect(await readable(visit)).not.toContain(admin.key);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(await readable(visit)).not.toContain(cookie?.value);
  await page.reload();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
});
