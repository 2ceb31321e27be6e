import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import * as z from 'zod/mini';
import { getWebhooksSummary } from '#contract/operations/endpoints.ts';
import { createUser, getUsers, updateUser } from '#contract/operations/users.ts';
import { getStatements } from '#contract/operations/wallets.ts';
import { putWebhook } from '#contract/operations/webhooks.ts';
import { statementList } from '#contract/statement.ts';
import { userList } from '#contract/user.ts';
import { openReceivingProcess } from '#test/support/mixedLoad/listeners.ts';
import type { Tell } from '../measure.ts';
import type { Stores } from './stores.ts';
import { attackLine, startTarget } from './target.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sized } from '../size.ts';

const kills = sized(10, 1);
const writers = 4;
const usersPerKill = 10;
/** Work of a killed process is resumed when its lease ends. */
const leaseEndsMs = 120_000;

/** Acknowledged users, and whether their holdings were acknowledged. */
type Acknowledged = Map<string, boolean>;

/** Kills the process while it writes. Everything acknowledged must exist once, and be delivered. */
export async function attackWithKills(tell: Tell, stores: Stores): Promise<void> {
  const receiver = await openReceivingProcess();
  try {
    const store = await stores.small();
    const begin = () => startTarget(store);
    const known: Acknowledged = new Map();
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = await begin();
      const { url } = target;
      if (kill === 1) {
        const webhook = { url: receiver.url, type: '*' };
        await send(new Client(url), 'PUT', putWebhook.path, webhook);
      }
      const before = known.size;
      const writing = Promise.allSettled(
        Array.from({ length: writers }, (_, writer) => write(url, `${kill}/${writer}`, known)),
      );
      while (known.size < before + usersPerKill) await wait(5);
      // A random point within a write.
      await wait(Math.random() * 300);
      await target.kill();
      await writing;
    }
    const target = await begin();
    const { lost, doubled } = await look(target.url, known);
    const isDelivered = await delivered(target.url);
    const messages = await receiver.take();
    await target.kill();
    const received = new Set(messages.map(({ type, of }) => `${type} ${of}`));
    const silent = [...known.keys()].filter((id) => !received.has(`user.created ${id}`));
    const numbers = new Set(messages.map(({ number }) => number));
    const gaps = Math.max(0, ...numbers) - numbers.size;
    const repeated = messages.length - new Set(messages.map(({ id }) => id)).size;
    const bad = new Set([...lost, ...doubled, ...silent]);
    tell(
      attackLine(
        `${kills} × kill -9 while it writes, PGlite: users acknowledged`,
        known.size,
        known.size - bad.size,
        `${lost.length} lost, ${doubled.length} doubled, ${silent.length} user.created not delivered${isDelivered ? '' : ' (deliveries still wait)'}, ${gaps} gaps in webhook-seq, ${repeated} of ${messages.length} deliveries repeated`,
      ),
    );
  } finally {
    receiver.close();
  }
}

async function send(client: Client, method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await client.request({
    method,
    path,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  return json;
}

async function write(url: string, name: string, known: Acknowledged): Promise<void> {
  const client = new Client(url);
  try {
    for (let number = 1; ; number += 1) {
      const customId = `${name}/${number}`;
      await send(client, 'PUT', createUser.path, { customId });
      known.set(customId, false);
      const wallets = [
        { thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: number }] },
      ];
      await send(client, 'POST', pathTo(updateUser, customId), {
        json: JSON.stringify({ wallets }),
      });
      known.set(customId, true);
    }
  } finally {
    await client.destroy();
  }
}

async function look(url: string, known: Acknowledged) {
  const client = new Client(url);
  const users = z.parse(userList, await send(client, 'GET', getUsers.path));
  const counts = Map.groupBy(users, ({ customId }) => customId);
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const [customId, isStated] of known) {
    const there = counts.get(customId)?.length ?? 0;
    const statements =
      there === 0
        ? 0
        : z.parse(statementList, await send(client, 'GET', pathTo(getStatements, customId))).length;
    if (there === 0 || (isStated && statements === 0)) lost.push(customId);
    if (there > 1 || statements > 1) doubled.push(customId);
  }
  await client.destroy();
  return { lost, doubled };
}

async function delivered(url: string): Promise<boolean> {
  const client = new Client(url);
  const summary = z.looseObject({ waiting: z.number() });
  try {
    for (const until = performance.now() + leaseEndsMs; performance.now() < until;) {
      const { waiting } = z.parse(summary, await send(client, 'GET', getWebhooksSummary.path));
      if (waiting === 0) return true;
      await wait(200);
    }
    return false;
  } finally {
    await client.destroy();
  }
}
