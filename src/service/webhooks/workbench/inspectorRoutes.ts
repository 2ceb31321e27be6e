import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { inspectorSettings, type Inspector } from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { formatTime } from '#contract/time.ts';
import { endpoints } from '../../database/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { bodyLimits, readBytes, readJson } from '../../http/body.ts';
import { sendPrivate } from '../../http/conditions.ts';
import { resource } from '../../http/resource.ts';
import { readSecret } from '../secrets.ts';
import { createInspector, largestInspected, lostSecret, unknownSender } from './inspector.ts';
import { checkSignature } from './verify.ts';

/** Statuses whose answers have no body. */
const withoutBody = new Set([204, 205, 304]);

/** `/x/webhooks/inspector…`: a receiver of our own, for trying things out. */
export function inspectorRoutes(
  app: Hono,
  { database, clock, secretKey, ownUrl }: Dependencies,
): void {
  const { queries } = database;
  const inspector = createInspector();

  resource(app, '/x/webhooks/inspector', {
    GET: {
      handle: (c) => sendPrivate(c, shown()),
    },
    PUT: {
      handle: async (c) => {
        inspector.settings = await readJson(c, inspectorSettings, bodyLimits.webhook);
        return sendPrivate(c, shown());
      },
    },
    DELETE: {
      handle: (c) => {
        inspector.clear();
        return c.body(null, 204);
      },
    },
  });

  resource(app, '/x/webhooks/inspector/:name', {
    POST: {
      query: 'any',
      handle: async (c) => {
        const bytes = await readBytes(c, largestInspected);
        const { status, delaySeconds } = inspector.settings;
        const headers = Object.fromEntries(c.req.raw.headers);
        const body = Buffer.from(bytes).toString('utf8');
        const { pathname, search } = new URL(c.req.url);
        inspector.take({
          name: `${c.req.param('name') ?? ''}${search}`,
          at: formatTime(clock()),
          headers,
          body,
          answered: status,
          verdict: await verdictOf(`${ownUrl()}${pathname}${search}`, headers, body),
        });
        if (delaySeconds > 0) await wait(delaySeconds * 1000);
        const words = withoutBody.has(status) ? null : `Answered ${status}, as it was told to.\n`;
        return new Response(words, { status });
      },
    },
  });

  function shown(): Inspector {
    const { settings, messages } = inspector;
    return { url: inspectorUrl(), settings, messages: [...messages] };
  }

  function inspectorUrl(): string {
    return `${ownUrl()}${paths.inspector()}/`;
  }

  async function verdictOf(url: string, headers: Record<string, string>, body: string) {
    const [endpoint] = await queries.select().from(endpoints).where(eq(endpoints.url, url));
    if (endpoint === undefined) return unknownSender;
    const secret = readSecret(endpoint.secret, secretKey);
    return secret === null ? lostSecret : checkSignature({ headers, body, secret }, clock());
  }
}
