import { expect } from 'vitest';
import { createProvider, providerSettingsOf } from '#gateway/access/provider.ts';
import { readConfig } from '#gateway/config/config.ts';
import {
  client,
  openProvider,
  type OpenedProvider,
  type ProviderOptions,
} from '#test/support/oidcProvider.ts';
import { createAccessGateway, origin } from './accessGateway.ts';

export const callback = '/x/sign-in/callback';
export const people = {
  ada: { name: 'Ada Lovelace', groups: ['staff', 'portfolio-admins'] },
  bob: { name: 'Bob', groups: ['portfolio-readers'] },
  probe: { name: 'Probe', groups: ['portfolio-probes'] },
  eve: { name: 'Eve <script>', groups: ['staff'] },
};

export function providerEnvironment(issuer: string): Record<string, string> {
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ADMIN_VALUES: 'portfolio-admins, owners',
    OIDC_ANALYST_VALUES: 'portfolio-readers',
    OIDC_MONITOR_VALUES: 'portfolio-probes',
  };
}

/** A gateway with a real provider, and the requests of a browser to both. */
export async function openProviderGateway(
  options: Partial<ProviderOptions> = {},
  {
    publicUrl = null,
    environment = {},
  }: { publicUrl?: string | null; environment?: Readonly<Record<string, string>> } = {},
) {
  const at = publicUrl ?? origin;
  const closing: (() => Promise<void>)[] = [];
  const provider: OpenedProvider = await openProvider({
    callbacks: [at + callback],
    people,
    ...options,
  });
  closing.push(() => provider.close());
  const logged: string[] = [];
  const settings = providerSettingsOf(
    readConfig([], { ...providerEnvironment(provider.issuer), ...environment }).config,
  );
  if (settings === null) throw new Error('There are no settings');
  const ours = createProvider(settings, (line, error) => logged.push(`${line}: ${String(error)}`));
  const running = await createAccessGateway(
    { hasProvider: true, publicUrl },
    { limits: { provider: ours, publicUrl } },
  );
  closing.push(() => running.tested.close());
  const { gateway } = running;
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    gateway.request(at + path, { headers });

  /** What a browser does until the provider sends it back: the path it comes to, and the cookie it has of the beginning. */
  const begin = async (to = '/users?q=a', isAgain = false) => {
    const again = isAgain ? '&again=1' : '';
    const first = await ask(`/x/sign-in?to=${encodeURIComponent(to)}${again}`);
    const cookie = cookieOf(first);
    const jar = new Map<string, string>();
    let address = first.headers.get('location') ?? '';
    const asked = new URL(address);
    while (!address.startsWith(at)) {
      const response = await fetch(address, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
      });
      for (const one of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        jar.set(name, value);
      }
      address = new URL(response.headers.get('location') ?? '', address).href;
    }
    return { first, cookie, asked, path: address.slice(at.length) };
  };
  const signIn = async (to?: string) => {
    const { cookie, path } = await begin(to);
    const response = await ask(path, { cookie });
    return { response, text: await response.text(), path, cookie };
  };
  const close = async () => {
    for (const one of closing.toReversed()) await one();
  };
  return { ...running, ask, begin, signIn, provider, logged, close };
}

/** The first cookie that is set, as a browser sends it. */
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
/** The cookie of the session. */
export const sessionOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((one) => /^(__Host-)?portfolio=./.test(one))
    ?.split(';')[0] ?? '';

/** Checks a rejection: a text, no session, and no input as markup. */
export async function refusalOf(
  response: Response,
  status: number,
  words: RegExp,
): Promise<string> {
  expect(response.status).toBe(status);
  expect(sessionOf(response)).toBe('');
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(/<p>(.*?)<\/p>/s.exec(text)?.[1]).toMatch(words);
  expect(text).not.toMatch(/<b>|<script|http-equiv/);
  return text;
}
