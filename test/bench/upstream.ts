import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'undici';
import { cancelReading } from '#contract/operations/upstream.ts';
import { getUsers } from '#contract/operations/users.ts';
import { getUserHistory, getWallets } from '#contract/operations/wallets.ts';
import { userList } from '#contract/user.ts';
import { pathTo } from '#test/support/pathTo.ts';
import { percentile } from '#test/support/processFigures.ts';
import { standingStill } from '#test/support/process.ts';
import { timed, type Tell } from './measure.ts';
import { sized } from './size.ts';
import { startMeasured } from './startMeasured.ts';

const users = sized(420, 8);
const warmUp = sized(10, 1);
/** Longer than answers are cached (half a minute). */
const keptMs = sized(31_000, 0);

const paths: Readonly<Record<string, (customId: string) => string>> = {
  'wallets of a user': (customId) => pathTo(getWallets, customId),
  'history day of a user': (customId) => pathTo(getUserHistory, customId, 'day'),
  'history all of a user': (customId) => pathTo(getUserHistory, customId, 'all'),
};

/** A path requested for the first time, again from the cache, and again after the cache expired. */
const phases = ['first', 'kept', 'later'] as const;
type Phase = (typeof phases)[number];

const noTimes = () => ({ first: none(), kept: none(), later: none() });
const none = () => ({ through: new Array<number>(), itself: new Array<number>() });

/** Measures the cost of connected mode: our service in front of another instance, compared with that instance alone, in turn. */
export async function benchUpstream(tell: Tell): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'));
  const behind = await startMeasured({
    DATA_DIR: join(folder, 'behind'),
    SAMPLE_USERS: String(users),
    ...standingStill,
  });
  const front = await startMeasured({
    DATA_DIR: join(folder, 'front'),
    PORTFOLIO_SERVICE_URL: behind.url,
    // Otherwise the rate limit would be measured.
    PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000',
  });
  const itself = new Client(behind.url);
  const through = new Client(front.url);
  try {
    // Background sync would have requested it before.
    await through.request({ method: cancelReading.method, path: cancelReading.path });
    const listed = userList.parse(JSON.parse(await read(itself, getUsers.path)));
    const pairs = Array.from({ length: users / 2 }, (_, pair) => ({
      through: listed[2 * pair]?.customId ?? '',
      itself: listed[2 * pair + 1]?.customId ?? '',
    }));
    const all = Object.entries(paths).map(([name, pathOf]) => ({ name, pathOf, times: noTimes() }));
    for (const [round, pair] of pairs.entries()) {
      for (const { pathOf, times } of all) {
        // Warm-up rounds do not count.
        const kept = round < warmUp ? noTimes() : times;
        const sides = [
          async (phase: Phase) => {
            kept[phase].through.push(await timed(() => read(through, pathOf(pair.through))));
          },
          async (phase: Phase) => {
            kept[phase].itself.push(await timed(() => read(itself, pathOf(pair.itself))));
          },
        ];
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          await side('first');
          await side('kept');
        }
      }
    }
    await wait(keptMs);
    for (const { pathOf, times } of all) {
      for (const pair of pairs.slice(warmUp)) {
        times.later.through.push(await timed(() => read(through, pathOf(pair.through))));
        times.later.itself.push(await timed(() => read(itself, pathOf(pair.itself))));
      }
    }
    tell(
      `${pairs.length - warmUp} users each, one connection, in turns: through ours, beside the service itself; p50, p95`,
    );
    for (const { name, times } of all) {
      for (const phase of phases) tell(lineOf(`${name}, ${phase}`, times[phase]));
    }
  } finally {
    await Promise.all([itself.close(), through.close()]);
    await front.stop();
    await behind.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function lineOf(name: string, { through, itself }: ReturnType<typeof none>): string {
  const more = percentile(through, 0.5) - percentile(itself, 0.5);
  return `  ${name.padEnd(34)} ${written(through)} ms  beside ${written(itself)} ms  ${more.toFixed(1)} ms more at p50`;
}

function written(times: readonly number[]): string {
  const parts = [0.5, 0.95].map((part) => percentile(times, part).toFixed(1));
  return parts.join(', ').padStart(12);
}

async function read(client: Client, path: string): Promise<string> {
  const { statusCode, body } = await client.request({ method: 'GET', path });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
  return text;
}
