import { setTimeout as wait } from 'node:timers/promises';
import { execute } from '#test/support/engineSetup.ts';
import { node, startGateway, type RunningGateway } from '#test/support/process.ts';
import { commandHere } from '../gateway/spawned.ts';
import type { Addresses } from './proxy.ts';
import { environmentOf, sampleOf } from './sample.ts';
import { until } from './until.ts';

/** Three processes of the service on one PostgreSQL. */
export interface Processes {
  /** Header of an admin. */
  readonly headers: Readonly<Record<string, string>>;
  readonly running: readonly RunningGateway[];
  /** Output of `npm run doctor` with the settings of a process. */
  doctor(): Promise<string>;
  kill(index: number): Promise<void>;
  start(index: number): Promise<void>;
  /** Replaces one process after the other, each once the one before is ready. */
  roll(checkout: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startProcesses(addresses: Addresses): Promise<Processes> {
  const owner = `postgres://postgres:password-of-postgres@${addresses.postgres}/postgres`;
  await until('the proxy reaches the primary', async () => {
    await execute(owner, 'CREATE DATABASE portfolio OWNER portfolio');
    return true;
  });
  const settings = {
    ...environmentOf(
      await sampleOf('portfolio.env', {
        '10.0.0.31:5000': addresses.postgres,
        'HOST=10.0.0.41': 'HOST=127.0.0.1',
        'SECRET_KEY=': `SECRET_KEY=${'07'.repeat(32)}`,
        'TRUSTED_PROXIES=10.0.0.31': 'TRUSTED_PROXIES=127.0.0.1',
      }),
    ),
    SAMPLE_USERS: '30',
    // Counted, as by default, but not exceeded.
    RATE_PER_KEY: '1000000',
    WEBHOOKS_ALLOW_HTTP: '1',
    WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8',
    WEBHOOKS_MIN_INTERVAL_SECONDS: '0',
  };
  const { output } = await commandHere(
    ['keys', 'create', '--role', 'admin', '--name', 'fleet'],
    settings,
  );
  const key = /Key \(shown only once\): (\S+)/.exec(output)?.[1];
  if (key === undefined) throw new Error(`No key was created:\n${output}`);

  const program = ['setpriv', '--pdeathsig', 'KILL', ...node, 'test/gateway/child.ts'];
  const run = (index: number, checkout?: string) =>
    startGateway({ ...settings, PORT: String(addresses.processes[index]) }, program, checkout);
  const running = [await run(0)];
  running.push(...(await Promise.all([run(1), run(2)])));
  return {
    headers: { authorization: `Bearer ${key}` },
    running,
    doctor: async () => (await commandHere(['doctor'], settings)).output,
    async kill(index) {
      await running[index]?.stop('SIGKILL');
    },
    async start(index) {
      running[index] = await run(index);
    },
    async roll(checkout) {
      for (const [index, one] of running.entries()) {
        const code = await one.stop();
        if (code !== 0) throw new Error(`A process ended with ${code}:\n${one.output()}`);
        running[index] = await run(index, checkout);
        // The proxy sees that it is ready.
        await wait(1500);
      }
    },
    async stop() {
      await Promise.all(running.map((one) => one.stop('SIGKILL')));
    },
  };
}
