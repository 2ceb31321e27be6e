import type { Context, MiddlewareHandler } from 'hono';
import { problem } from '#platform/http/problem.ts';
import { loopbackNames } from '../config/loopback.ts';

/**
 * Rejects requests for another host (421: DNS rebinding), and requests from pages of another site (403): writes, and reads of the
 * service, which cost work even if the page cannot see the answer. Its links to the service work. A request without `Origin` and
 * `Sec-Fetch-Site` (Fetch Metadata) does not come from a page.
 * @param publicUrlOf address of a path besides those of this machine: commands, proxies and operators use these.
 * @param ownHost host that the process listens on: an address, or a name of this machine.
 */
export function guardHosts(
  publicUrlOf: (path: string) => Promise<string | null>,
  ownHost = 'localhost',
): MiddlewareHandler {
  return async (c, next) => {
    const target = new URL(c.req.url);
    const publicUrl = await publicUrlOf(target.pathname);
    const host = c.req.header('host') ?? target.host;
    // The target of a request can name its own host (RFC 9112, 3.2.2): both must be ours.
    for (const name of [host, target.host]) {
      if (!isOurs(publicUrl, name) && hostnameOf(name) !== ownHost) {
        throw problem(
          'misdirected-request',
          `This service does not answer at the host ${JSON.stringify(name)}. It answers at ${namesOf(publicUrl)}.`,
        );
      }
    }
    const origin = c.req.header('origin');
    if (
      origin !== undefined &&
      isWrite(c.req.raw.method) &&
      !isOwnOrigin(publicUrl, origin, host)
    ) {
      throw problem('forbidden', `Pages of ${JSON.stringify(origin)} may not change data here.`);
    }
    const { method } = c.req.raw;
    if (isFromElsewhere(c) && (isWrite(method) || (isRead(method, target) && !isLink(c)))) {
      throw problem(
        'forbidden',
        'Pages of other sites may not send this request. Open its address in a separate window.',
      );
    }
    await next();
  };
}

function isOurs(publicUrl: string | null, host: string): boolean {
  return isLoopbackName(host) || isOfPublicUrl(publicUrl, host);
}

function isLoopbackName(host: string): boolean {
  // The literal name: a URL parser reads 0x7f.1 as 127.0.0.1.
  return originOf('http:', host) !== null && loopbackNames.includes(hostnameOf(host));
}

function hostnameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

function isOfPublicUrl(publicUrl: string | null, host: string): boolean {
  return publicUrl !== null && originOf(URL.parse(publicUrl)?.protocol, host) === publicUrl;
}

function isOwnOrigin(publicUrl: string | null, origin: string, host: string): boolean {
  // Another port of this machine is another origin, which may not be ours.
  const own = isOfPublicUrl(publicUrl, host) ? publicUrl : originOf('http:', host);
  return origin.toLowerCase() === own;
}

/** Returns the origin of a host with or without a port; null: other text, such as a@localhost. */
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

/** Returns whether a window navigates there. Frames do not count, because our pages must not be framed. */
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
