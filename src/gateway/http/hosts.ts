import type { Context, MiddlewareHandler } from 'hono';
import { problem } from '#platform/http/problem.ts';

/** Names under which an open service answers: by these alone a page of another site cannot reach it under its own. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** To whom the process answers: anyone on this machine (open, no key), or whoever calls its public address. */
export type Audience =
  | { readonly open: true }
  | { readonly open: false; readonly publicUrl: string };

/**
 * Refuses requests for another host (421: DNS rebinding), and what a page of another site sends (403): writes, and reads of
 * the service, which cost work although the page would not see the answer. Its links to the service are followed.
 * A request without `Origin` and `Sec-Fetch-Site` (Fetch Metadata) does not come from a page.
 */
export function guardHosts(audience: Audience): MiddlewareHandler {
  return async (c, next) => {
    const target = new URL(c.req.url);
    const host = c.req.header('host') ?? target.host;
    // The target of a request can name a host of its own (RFC 9112, 3.2.2): both must be ours.
    for (const name of [host, target.host]) {
      if (!isOurs(audience, name)) {
        throw problem(
          'misdirected-request',
          `This service does not answer to the host ${JSON.stringify(name)}. It answers to ${namesOf(audience)}.`,
        );
      }
    }
    const origin = c.req.header('origin');
    if (origin !== undefined && isWrite(c.req.raw.method) && !isOwnOrigin(audience, origin, host)) {
      throw problem(
        'forbidden',
        `A page of ${JSON.stringify(origin)} may not change anything here.`,
      );
    }
    const { method } = c.req.raw;
    if (isFromElsewhere(c) && (isWrite(method) || (isRead(method, target) && !isLink(c)))) {
      throw problem(
        'forbidden',
        'A page of another site may not send this. Open it in a window of its own.',
      );
    }
    await next();
  };
}

function isOurs(audience: Audience, host: string): boolean {
  if (!audience.open)
    return originOf(URL.parse(audience.publicUrl)?.protocol, host) === audience.publicUrl;
  // The name as it is written: a parser would read 0x7f.1 as 127.0.0.1.
  return (
    originOf('http:', host) !== null && loopbackNames.has(host.toLowerCase().replace(/:\d*$/, ''))
  );
}

function isOwnOrigin(audience: Audience, origin: string, host: string): boolean {
  // Another port of this machine is another origin: what runs there is not ours.
  return origin.toLowerCase() === (audience.open ? originOf('http:', host) : audience.publicUrl);
}

/** The origin of a host with or without a port; null where there is more to it, such as a@localhost. */
function originOf(protocol: string | undefined, host: string): string | null {
  if (!/^[\w.:[\]-]+$/.test(host)) return null;
  return URL.parse(`${protocol}//${host}`)?.origin ?? null;
}

function isWrite(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

function isRead(method: string, { pathname }: URL): boolean {
  return method !== 'OPTIONS' && /^\/[px](\/|$)/.test(pathname);
}

function isFromElsewhere(c: Context): boolean {
  return /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '');
}

/** A window that goes there; a frame does not count, since nothing of ours may be shown in one. */
function isLink(c: Context): boolean {
  return (
    c.req.header('sec-fetch-mode') === 'navigate' &&
    (c.req.header('sec-fetch-dest') ?? 'document') === 'document'
  );
}

function namesOf(audience: Audience): string {
  return audience.open ? [...loopbackNames].join(', ') : new URL(audience.publicUrl).host;
}
