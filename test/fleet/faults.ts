import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import { makeNewerBuild } from './newerBuild.ts';

/** A fault, until the fleet is complete again. */
interface Fault {
  readonly name: string;
  readonly run: (fleet: Fleet) => Promise<void>;
  /** Longest pauses of readers and writers, in seconds. */
  readonly limits: { readonly readers: number; readonly writers: number };
}

/** Without a primary for longer than Patroni needs, on a busy machine too. */
const limits = { readers: 10, writers: 30 };

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of a process',
    limits: { readers: 10, writers: 10 },
    async run({ processes }) {
      await processes.kill(0);
      await wait(2000);
      await processes.start(0);
    },
  },
  {
    name: 'kill -9 of the primary',
    limits,
    async run({ nodes }) {
      const primary = await nodes.primary();
      await primary.kill();
      await nodes.primaryOtherThan(primary);
      primary.start();
      await nodes.inSync();
    },
  },
  {
    name: 'switchover',
    limits,
    async run({ nodes }) {
      await nodes.switchover();
      await nodes.inSync();
    },
  },
  {
    name: 'kill -9 of the standby',
    limits,
    async run({ nodes }) {
      const standby = await nodes.standby();
      await standby.kill();
      // Until Patroni lets the primary go on alone, changes wait.
      await wait(8000);
      standby.start();
      await nodes.inSync();
    },
  },
  {
    name: 'rolling restart with a migration',
    limits: { readers: 10, writers: 10 },
    async run({ machine, processes }) {
      await processes.roll(await makeNewerBuild(await machine.makeFolder('newer')));
    },
  },
];

export interface Recovery {
  /** Longest time between two good answers of one client, in seconds. */
  readonly readers: number;
  readonly writers: number;
  /** Number of other answers, by status; 0: none. */
  readonly failed: ReadonlyMap<number, number>;
  /** Seconds until the fleet was complete again. */
  readonly tookSeconds: number;
}

export async function recover(fleet: Fleet, { run }: Fault): Promise<Recovery> {
  const { reads, writes } = fleet.load;
  const since = performance.now();
  await run(fleet);
  const tookSeconds = (performance.now() - since) / 1000;
  // Each client has had an answer since.
  await wait(1000);
  return {
    readers: reads.longestPause(since),
    writers: writes.longestPause(since),
    failed: sumOf(reads.failed(since), writes.failed(since)),
    tookSeconds,
  };
}

function sumOf(...counts: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const sum = new Map<number, number>();
  for (const [status, count] of counts.flatMap((one) => [...one])) {
    sum.set(status, (sum.get(status) ?? 0) + count);
  }
  return sum;
}
