import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { InspectedMessage, Inspector } from '#contract/inspector.ts';
import {
  deleteInspected,
  getInspector,
  putInspector,
  receiveMessage,
  verifySignature,
} from '#contract/operations/inspector.ts';
import { hasRetryAfter } from '#contract/problem.ts';
import { formatTime } from '#contract/time.ts';
import { endpoints } from '#platform/database/schema/webhooks.ts';
import { readBytes } from '#platform/http/body.ts';
import { implement, type Implementation } from '#platform/http/implement.ts';
import { retryAfter } from '#platform/http/problem.ts';
import type { Dependencies } from '../../portfolio/dependencies.ts';
import { viewFor } from '../view.ts';
import { readSecret } from '#platform/http/secrets.ts';
import { createInspector, lostSecret, unknownSender } from './inspector.ts';
import { checkSignature } from './verify.ts';

/** Statuses without a body. */
const withoutBody = new Set([204, 205, 304]);

/** For testing webhooks: signature check and built-in receiver. */
export function inspectorOperations({
  database,
  clock,
  wall = clock,
  secretKey,
  ownUrl,
}: Dependencies): Implementation[] {
  const { queries } = database;
  const inspector = createInspector();

  return [
    implement(verifySignature, ({ body }) => checkSignature(body, wall())),

    implement(getInspector, (_, c) => shown(viewFor(c).message)),

    implement(putInspector, ({ body }, c) => {
      inspector.settings = body;
      return shown(viewFor(c).message);
    }),

    implement(deleteInspected, () => {
      inspector.clear();
      return undefined;
    }),

    implement(receiveMessage, async ({ params }, c) => {
      const bytes = await readBytes(c, receiveMessage.body.limit);
      const { status, delaySeconds } = inspector.settings;
      const headers = Object.fromEntries(c.req.raw.headers);
      const body = Buffer.from(bytes).toString('utf8');
      const { pathname, search } = new URL(c.req.url);
      inspector.take({
        name: `${params.name}${search}`,
        at: formatTime(clock()),
        headers,
        body,
        answered: status,
        verdict: await verdictOf(`${ownUrl()}${pathname}${search}`, headers, body),
      });
      if (delaySeconds > 0) await wait(delaySeconds * 1000);
      const text = withoutBody.has(status) ? null : `Answered ${status}, as configured.\n`;
      return new Response(text, { status, headers: hasRetryAfter(status) ? retryAfter(5) : {} });
    }),
  ];

  function shown(view: (message: InspectedMessage) => InspectedMessage): Inspector {
    const { settings, messages } = inspector;
    return { url: inspectorUrl(), settings, messages: messages.map(view) };
  }

  function inspectorUrl(): string {
    return `${ownUrl()}${getInspector.path}/`;
  }

  async function verdictOf(url: string, headers: Record<string, string>, body: string) {
    const [endpoint] = await queries.select().from(endpoints).where(eq(endpoints.url, url));
    if (endpoint === undefined) return unknownSender;
    const secret = readSecret(endpoint.secret, secretKey);
    return secret === null ? lostSecret : checkSignature({ headers, body, secret }, wall());
  }
}
