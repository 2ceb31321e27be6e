import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs of a fleet, and the packages of Debian that have them. */
const programs = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  setpriv: 'util-linux',
};

/** Returns why no fleet can be started here; null: one can. With REQUIRE_FLEET it must. */
export function fleetFault(): string | null {
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([, name]) => name);
  if (!existsSync('/usr/lib/postgresql')) missing.push('postgresql');
  if (missing.length === 0) return null;
  const fault = `these packages are missing: ${missing.join(', ')}`;
  if (process.env['REQUIRE_FLEET'] === '1') throw new Error(`REQUIRE_FLEET is set, and ${fault}.`);
  return fault;
}
