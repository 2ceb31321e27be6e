import { freePort } from '#test/support/process.ts';
import type { Machine } from './machine.ts';
import type { Nodes } from './nodes.ts';
import { sampleOf } from './sample.ts';

/** Addresses of the proxies, and of the processes behind them. */
export interface Addresses {
  readonly postgres: string;
  readonly service: string;
  readonly processes: readonly number[];
}

const processAddresses = ['10.0.0.41:4173', '10.0.0.42:4173', '10.0.0.43:4173'];

/** Starts HAProxy as `.github/fleet/haproxy.cfg` has it, but for addresses. */
export async function startProxy(machine: Machine, { all }: Nodes): Promise<Addresses> {
  const addresses: Addresses = {
    postgres: `127.0.0.1:${await freePort()}`,
    service: `127.0.0.1:${await freePort()}`,
    processes: [await freePort(), await freePort(), await freePort()],
  };
  const [first, second] = all.map(
    ({ ports }) => `127.0.0.1:${ports.postgres} check port ${ports.rest}`,
  );
  const file = await machine.write(
    'haproxy.cfg',
    await sampleOf('haproxy.cfg', {
      'bind 10.0.0.31:5000': `bind ${addresses.postgres}`,
      'bind 10.0.0.31:8080': `bind ${addresses.service}`,
      '10.0.0.11:5432 check port 8008': first ?? '',
      '10.0.0.12:5432 check port 8008': second ?? '',
      ...Object.fromEntries(
        processAddresses.map((from, index) => [
          from,
          `127.0.0.1:${addresses.processes[index] ?? 0}`,
        ]),
      ),
    }),
  );
  machine.start('haproxy', ['-db', '-f', file]);
  return addresses;
}
