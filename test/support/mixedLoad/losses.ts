import { setTimeout as wait } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import * as z from 'zod/mini';
import { getWebhooksSummary } from '#contract/operations/endpoints.ts';
import { getUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { user } from '#contract/user.ts';
import { walletList } from '#contract/wallet.ts';
import type { Message, Stream } from './listeners.ts';
import { pathTo } from '#test/support/pathTo.ts';

type Requests = Pick<Dispatcher, 'request'>;

/** Acknowledged data of a user; null: none yet. */
export interface Acknowledged {
  note: number | null;
  amount: number | null;
}

/** Waiting deliveries count as lost if their number does not fall within this time. */
const stuckAfterMs = 120_000;

export async function lostUsers(
  connect: () => Requests,
  known: ReadonlyMap<string, Acknowledged>,
): Promise<string[]> {
  const rest = [...known];
  const lost: string[] = [];
  const look = async (client: Requests) => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const [customId, { note, amount }] = next;
      const read = async <Schema extends z.core.$ZodType>(path: string, schema: Schema) => {
        const { body } = await client.request({ method: 'GET', path });
        return z.safeParse(schema, await body.json()).data;
      };
      const there = await read(pathTo(getUser, customId), user);
      const wallets = await read(pathTo(getWallets, customId), walletList);
      const seen = {
        note: there?.['note'] ?? null,
        amount: wallets?.[0]?.tokens[0]?.amount ?? null,
      };
      if (there === undefined || seen.note !== note || seen.amount !== amount) {
        lost.push(
          `user ${customId}: ${JSON.stringify({ note, amount })}, now ${JSON.stringify(seen)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, () => look(connect())));
  return lost;
}

export async function stuckDeliveries(client: Requests): Promise<string[]> {
  let least = Infinity;
  for (let since = performance.now(); performance.now() - since < stuckAfterMs; await wait(200)) {
    const { body } = await client.request({ method: 'GET', path: getWebhooksSummary.path });
    const { waiting } = z.parse(z.looseObject({ waiting: z.number() }), await body.json());
    if (waiting === 0) return [];
    if (waiting < least) {
      least = waiting;
      since = performance.now();
    }
  }
  return [`${least} deliveries that were not sent`];
}

/** Returns acknowledged changes that the receiver or a live stream does not have, and missing message numbers. */
export function lostEvents(
  known: ReadonlyMap<string, Acknowledged>,
  messages: readonly Message[],
  streams: readonly Stream[],
): string[] {
  const received = new Set(messages.map(({ type, of }) => `${type} ${of}`));
  const expected = [...known].flatMap(([customId, { amount }]) => [
    `user.created ${customId}`,
    ...(amount === null ? [] : [`wallet.created ${customId}`]),
  ]);
  const numbers = new Set(messages.map(({ number }) => number));
  const holes = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.has(number),
  );
  return [
    ...expected.filter((event) => !received.has(event)).map((event) => `delivery of ${event}`),
    ...holes.map((number) => `webhook-seq ${number}`),
    ...streams.flatMap(({ resyncs, seen }, index) =>
      resyncs() > 0
        ? []
        : [...known.keys()]
            .filter((customId) => !seen.has(customId))
            .map((customId) => `user.created ${customId} on live stream ${index + 1}`),
    ),
  ];
}
