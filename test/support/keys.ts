import { createdAccessKey, type CallerRole, type CreatedAccessKey } from '#contract/access.ts';
import type { Visit } from './site.ts';

export async function createKey(
  url: string,
  role: CallerRole,
  name: string,
  by?: Pick<CreatedAccessKey, 'key'>,
): Promise<CreatedAccessKey> {
  const response = await fetch(`${url}/x/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(by && bearerOf(by)) },
    body: JSON.stringify({ name, role }),
  });
  return createdAccessKey.parse(await response.json());
}

export const bearerOf = ({ key }: Pick<CreatedAccessKey, 'key'>) => ({
  authorization: `Bearer ${key}`,
});

export async function signIn({ page }: Visit, { key }: { readonly key: string }): Promise<void> {
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns every text that a script of the page, or a person who sees its address, can read. */
export function readableIn({ page }: Visit): Promise<string> {
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
