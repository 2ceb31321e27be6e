import { Client } from 'undici';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import type { Tell } from '../measure.ts';
import { percentile } from '#test/support/processFigures.ts';
import type { Stores } from './stores.ts';
import { attackLine, underWatch, withTarget, describeEffects, send } from './target.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { sized } from '../size.ts';

/** One statement more would need more than 65,535 parameters, at five a statement. */
const perBody = sized(13_108, 20);
const bodies = sized(8, 1);
const reads = sized(20, 2);
const customId = 'many statements';
const stepMs = 600_000;
const first = Date.UTC(2021, 0, 1);

/** B4 and B5: bodies with as many statements as possible, all of one wallet, and the cost of that wallet afterwards. */
export async function attackWithStatements(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(stores, async (target) => {
    const client = new Client(target.url);
    const timed = async (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) => {
      const began = performance.now();
      const status = await send(client, method, path, body);
      return { status, took: performance.now() - began };
    };
    const change = (patch: unknown) =>
      timed('POST', pathTo(updateUser, customId), { json: JSON.stringify(patch) });
    await timed('PUT', createUser.path, { customId });
    const posted = await underWatch(target, async () => {
      const answers = [];
      for (let body = 0; body < bodies; body += 1) answers.push(await change(statements(body)));
      return answers;
    });
    tell(
      attackLine(
        `B4 bodies of ${perBody.toLocaleString('en')} statements`,
        bodies,
        good(posted.result),
        `each ${figures(posted.result)}; ${describeEffects(posted)}`,
      ),
    );
    for (const [name, turn] of [
      ['POST of an attribute', (count: number) => change({ count })],
      ['GET wallets', () => timed('GET', pathTo(getWallets, customId))],
    ] as const) {
      const answers = [];
      for (let count = 0; count < reads; count += 1) answers.push(await turn(count));
      const all = (perBody * bodies).toLocaleString('en');
      tell(
        attackLine(
          `B5 ${name}, ${all} statements in the wallet`,
          reads,
          good(answers),
          `${figures(answers)} (the issue wants < 100 ms)`,
        ),
      );
    }
    await client.destroy();
  });
}

interface Answered {
  readonly status: number;
  readonly took: number;
}

const good = (answers: readonly Answered[]) =>
  answers.filter(({ status }) => status === 200).length;

function figures(answers: readonly Answered[]): string {
  const times = answers.map(({ took }) => took);
  return `p50 ${percentile(times, 0.5).toFixed(0)}, max ${percentile(times, 1).toFixed(0)} ms`;
}

function statements(body: number) {
  return {
    wallets: Array.from({ length: perBody }, (_, index) => ({
      thematics: 'settlement-layers',
      tokens: [{ token: 'KORV', amount: index }],
      at: new Date(first + (body * perBody + index) * stepMs).toISOString(),
    })),
  };
}
