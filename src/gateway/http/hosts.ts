import type { Context, MiddlewareHandler } from 'hono';
import { problem } from '#platform/http/problem.ts';

/** Names of this machine: under its own, no page of another site can reach the process by them. */
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests for another host (421: DNS rebinding), and what a page of another site sends (403): writes, and reads of
 * the service, which cost work although the page would not see the answer. Its links to the service are followed.
 * @param publicUrlOf the address a path answers to besides those of this machine: commands, proxies and operators use these.
 * @param ownHost what it listens on: an address, or a name of this machine.
 * A request without `Origin` and `Sec-Fetch-Site` (Fetch Metadata) does not come from a page.
 */
export function guardHosts(
  publicUrlOf: (path: string) => Promise<string | null>,
  ownHost = 'localhost',
): MiddlewareHandler {
  return async (c, next) => {
    const target = new URL(c.req.url);
    const publicUrl = await publicUrlOf(target.pathname);
    const host = c.req.header('host') ?? target.host;
    // The target of a request can name a host of its own (RFC 9112, 3.2.2): both must be ours.
    for (const name of [host, target.host]) {
      if (!isOurs(publicUrl, name) && hostnameOf(name) !== ownHost) {
        throw problem(
          'misdirected-request',
          `This service does not answer to the host ${JSON.stringify(name)}. It answers to ${namesOf(publicUrl)}.`,
        );
      }
    }
    const origin = c.req.header('origin');
    if (
      origin !== undefined &&
      isWrite(c.req.raw.method) &&
      !isOwnOrigin(publicUrl, origin, host)
    ) {
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

function isOurs(publicUrl: string | null, host: string): boolean {
  return isLoopbackName(host) || isOfPublicUrl(publicUrl, host);
}

function isLoopbackName(host: string): boolean {
  // The name as it is written: a parser would read 0x7f.1 as 127.0.0.1.
  return originOf('http:', host) !== null && loopbackNames.has(hostnameOf(host));
}

/** A host without its port. */
function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isOfPublicUrl(publicUrl: string | null, host: string): boolean {
  return publicUrl !== null && originOf(URL.parse(publicUrl)?.protocol, host) === publicUrl;
}

function isOwnOrigin(publicUrl: string | null, origin: string, host: string): boolean {
  // Another port of this machine is another origin: what runs there is not ours.
  const own = isOfPublicUrl(publicUrl, host) ? publicUrl : originOf('http:', host);
  return origin.toLowerCase() === own;
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

function namesOf(publicUrl: string | null): string {
  const own = publicUrl === null ? [] : [new URL(publicUrl).host];
  return [...own, ...loopbackNames].join(', ');
}
