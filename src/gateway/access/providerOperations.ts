import { hkdfSync } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { pathOf } from '#contract/operation.ts';
import { beginProviderSignIn, finishProviderSignIn } from '#contract/operations/access.ts';
import { hasRetryAfter } from '#contract/problem.ts';
import { callOf } from '#platform/http/caller.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { retryAfter } from '#platform/http/problem.ts';
import { readSecret, seal } from '#platform/http/secrets.ts';
import type { Access } from './callers.ts';
import { signInChecks, type Provider } from './provider.ts';
import { SignInError } from './providerFaults.ts';

export interface ProviderOperationsOptions {
  readonly provider: Provider | null;
  readonly access: Access;
  readonly clock: () => number;
  /** Encrypts the state of a sign-in in the browser's cookie. All processes share it. */
  readonly secretKey: Uint8Array;
  readonly publicUrl: string | null;
}

const signInSeconds = 600;

const retryAfterSeconds = 60;

/** State of a started sign-in, encrypted in a cookie, so that only this browser can finish it. */
const startedSignIn = z.extend(signInChecks, {
  to: z.string(),
  endsAt: z.number(),
});
type StartedSignIn = z.infer<typeof startedSignIn>;

/** Sign-in through a provider: a page before it and a page after it. */
export function providerOperations({
  provider,
  access,
  clock,
  secretKey,
  publicUrl,
}: ProviderOperationsOptions): Implementation[] {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'sign-in', 32));
  // Browsers accept a cookie with this prefix over HTTPS only. They would not send a Strict cookie on the way back.
  const cookieName = access.isHttps ? '__Secure-portfolio-sign-in' : 'portfolio-sign-in';
  const { path } = beginProviderSignIn;

  return [
    implement(beginProviderSignIn, ({ query: { to = '/', again } }, c) =>
      orErrorPage(c, to, async (provider) => {
        const { address, checks } = await provider.begin(callbackOf(c), again === '1');
        const endsAt = clock() + signInSeconds * 1000;
        const started: StartedSignIn = { ...checks, to: ownPath(to), endsAt };
        c.header('Set-Cookie', cookieOf(sealed(started), signInSeconds));
        return c.redirect(address, 302);
      }),
    ),

    implement(finishProviderSignIn, (_, c) => {
      const started = opened(getCookie(c, cookieName));
      c.header('Set-Cookie', cookieOf('', 0));
      return orErrorPage(c, started?.to ?? '/', async (provider) => {
        if (started === null || started.endsAt <= clock()) {
          throw new SignInError(
            400,
            `This sign-in was not started in this browser, or more than ${signInSeconds / 60} minutes ago.`,
          );
        }
        const answer = new URL(callbackOf(c));
        answer.search = new URL(c.req.url).search;
        const { cookie, caller } = await access.signIn(c, await provider.finish(answer, started));
        callOf(c).caller = caller;
        c.header('Set-Cookie', cookie, { append: true });
        // A page, not a redirect: the session cookie is Strict, and a redirect that began at the provider would not carry it.
        return page(c, 200, {
          title: 'Signed in',
          text: `Signed in as ${caller.name}.`,
          next: { to: started.to, label: 'Continue' },
          isQuick: true,
        });
      });
    }),
  ];

  async function orErrorPage(
    c: Context,
    to: string,
    answer: (provider: Provider) => Promise<Response>,
  ): Promise<Response> {
    c.header('Cache-Control', 'no-store');
    try {
      if (provider === null) {
        throw new SignInError(400, 'No provider is configured. Sign in with a key.');
      }
      return await answer(provider);
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      if (error.status === 503) callOf(c).problem = 'unavailable';
      const query = { to: ownPath(to), again: '1' as const };
      return page(c, error.status, {
        title: 'Not signed in',
        text: error.message,
        next: error.needsProof
          ? { to: pathOf(beginProviderSignIn, { query }), label: 'Sign in again' }
          : { to: query.to, label: 'Try again, or sign in with a key' },
      });
    }
  }

  function callbackOf(c: Context): string {
    return `${publicUrl ?? new URL(c.req.url).origin}${finishProviderSignIn.path}`;
  }

  function cookieOf(text: string, seconds: number): string {
    const secure = access.isHttps ? '; Secure' : '';
    return `${cookieName}=${text}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  }

  function sealed(started: StartedSignIn): string {
    return Buffer.from(seal(JSON.stringify(started), key)).toString('base64url');
  }

  function opened(cookie: string | undefined): StartedSignIn | null {
    const text = readSecret(Buffer.from(cookie ?? '', 'base64url'), key);
    // An earlier version may have started the sign-in.
    return text === null ? null : (z.safeParse(startedSignIn, JSON.parse(text)).data ?? null);
  }
}

/** The path is stored in a cookie of at most 4 kB. */
const maxPathLength = 1500;

/** Returns a path of the dashboard, because a link must not redirect to another site. */
export function ownPath(to: string): string {
  const base = 'http://page.invalid';
  const url = URL.parse(to, base);
  if (url === null || url.origin !== base || !to.startsWith('/') || to.length > maxPathLength)
    return '/';
  return /^\/(?:\/|[px](?:\/|$))/.test(url.pathname) ? '/' : url.pathname + url.search + url.hash;
}

interface PageContent {
  readonly title: string;
  readonly text: string;
  readonly next: { readonly to: string; readonly label: string };
  /** Continues automatically. */
  readonly isQuick?: true;
}

function page(
  c: Context,
  status: 200 | 400 | 403 | 503,
  { title, text, next, isQuick }: PageContent,
): Response | Promise<Response> {
  return c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          ${isQuick === true ? html`<meta http-equiv="refresh" content="0;url=${next.to}" />` : ''}
          <title>${title}</title>
          <link rel="stylesheet" href="/p/docs/style.css" />
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            <p>${text}</p>
            <p><a href="${next.to}">${next.label}</a></p>
          </main>
        </body>
      </html>`,
    status,
    hasRetryAfter(status) ? retryAfter(retryAfterSeconds) : {},
  );
}
