import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { getSession } from '#contract/operations/access.ts';
import { createUser, updateUser } from '#contract/operations/users.ts';
import { getWallets } from '#contract/operations/wallets.ts';
import { percentile } from '#test/support/processFigures.ts';
import { pathTo } from '#test/support/pathTo.ts';
import type { Tell } from '../measure.ts';
import { hostileLoads, ordinaryPart } from './connections.ts';
import type { Stores } from './stores.ts';
import { type Probed, send, underWatch, withTarget } from './target.ts';
import { sized } from '../size.ts';

const quietMs = sized(10_000, 500);
/** Maximum ratio of other clients' response times, with and without a hostile load. */
const goal = 2;

const customId = 'other';
const requests = {
  session: `GET\t${getSession.path}`,
  wallets: `GET\t${pathTo(getWallets, customId)}`,
  change: `POST\t${pathTo(updateUser, customId)}\t${JSON.stringify({ json: '{"note":"changed"}' })}`,
};
const names = Object.keys(requests);

/** Measures the wait of other clients without and with each hostile load, one after another on the same process. */
export async function compareOthers(tell: Tell, stores: Stores): Promise<void> {
  await withTarget(
    stores,
    async (target) => {
      const client = new Client(target.url);
      const wallets = [{ thematics: 'settlement-layers', tokens: [{ token: 'KORV', amount: 1 }] }];
      await send(client, 'PUT', createUser.path, { customId });
      await send(client, 'POST', pathTo(updateUser, customId), {
        json: JSON.stringify({ wallets }),
      });
      await client.destroy();
      const watched = <Result>(attack: () => Promise<Result>) =>
        underWatch(target, attack, Object.values(requests));
      const quiet = async () => {
        const { others } = await watched(() => wait(quietMs));
        tell(line('none', others));
        return others;
      };
      tell(
        `${'p50 / p95 of other clients, ms; times the p95 of none'.padEnd(54)} ${names.map((name) => name.padStart(22)).join('')}`,
      );
      // A process that has just started still compiles code that runs often.
      await watched(() => wait(quietMs));
      let before = await quiet();
      for (const [name, attack] of Object.entries(hostileLoads)) {
        const { others, result } = await watched(() => attack(target.url));
        const after = await quiet();
        const part = ordinaryPart[name];
        const alone = part === undefined ? null : await watched(() => part(target.url));
        if (alone !== null) tell(line('its changes, and no stream', alone.others));
        tell(line(name, others, alone?.others ?? pooled(before, after)));
        tell(`  ${result}`);
        before = after;
      }
    },
    undefined,
    { MAX_CONNECTIONS: '10500', ...sized({}, { HEADERS_TIMEOUT_SECONDS: '1' }) },
  );
}

const pooled = (one: Probed, other: Probed): Probed =>
  one.map(({ times, failures }, index) => ({
    times: [...times, ...(other[index]?.times ?? [])],
    failures: failures + (other[index]?.failures ?? 0),
  }));

const p95 = (times: readonly number[] = []): number => percentile(times, 0.95);

function line(name: string, others: Probed, none?: Probed): string {
  const cells = others.map(({ times, failures }, index) => {
    const figures = `${percentile(times, 0.5).toFixed(1)} / ${p95(times).toFixed(1)}`;
    const factor =
      none === undefined ? '' : ` ×${(p95(times) / p95(none[index]?.times)).toFixed(2)}`;
    return `${figures}${factor}${failures === 0 ? '' : ` (${failures} lost)`}`.padStart(22);
  });
  const worst = Math.max(
    ...others.map(({ times }, index) => p95(times) / p95(none?.[index]?.times ?? times)),
  );
  const verdict = none === undefined ? '' : worst <= goal ? '  within twice' : '  NOT within twice';
  return `${name.padEnd(54)} ${cells.join('')}${verdict}`;
}
