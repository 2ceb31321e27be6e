import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { newestBinaries } from '#test/support/postgres.ts';
import { freePort } from '#test/support/process.ts';
import type { Machine, Program } from './machine.ts';
import { environmentOf, sampleOf } from './sample.ts';
import { until } from './until.ts';

const member = z.looseObject({ name: z.string(), role: z.string(), state: z.string() });
const cluster = z.looseObject({ members: z.array(member) });

/** A PostgreSQL under Patroni. */
export interface Node {
  readonly name: 'node1' | 'node2';
  readonly ports: { readonly postgres: number; readonly rest: number };
  start(): void;
  /** `kill -9` of PostgreSQL and its Patroni: the machine is gone. */
  kill(): Promise<void>;
  output(): string;
}

export interface Nodes {
  readonly all: readonly [Node, Node];
  primary(): Promise<Node>;
  standby(): Promise<Node>;
  /** Waits until another node accepts changes. */
  primaryOtherThan(node: Node): Promise<void>;
  /** Waits until one node is the primary and the other its synchronous standby. */
  inSync(): Promise<void>;
  switchover(): Promise<void>;
}

const password = 'password-of-patroni';

/** Starts etcd and two nodes, as the samples of `.github/fleet` have them, but for addresses and folders. */
export async function startNodes(machine: Machine): Promise<Nodes> {
  const etcd = `127.0.0.1:${await freePort()}`;
  await startEtcd(machine, etcd);
  const binaries = await newestBinaries();
  const make = async (name: Node['name']): Promise<Node> => {
    const folder = await machine.makeFolder(name);
    const ports = { postgres: await freePort(), rest: await freePort() };
    const file = await machine.write(
      `${name}.yml`,
      await sampleOf('patroni.yml', {
        'name: node1': `name: ${name}`,
        '10.0.0.21:2379': etcd,
        '10.0.0.11:8008': `127.0.0.1:${ports.rest}`,
        '10.0.0.11:5432': `127.0.0.1:${ports.postgres}`,
        '10.0.0.0/24': '127.0.0.0/8',
        '/var/lib/postgresql/15/portfolio': join(folder, 'data'),
        '/var/lib/postgresql/portfolio.pgpass': join(folder, 'pgpass'),
        '/usr/lib/postgresql/15/bin': binaries,
        '/var/run/postgresql': folder,
      }),
    );
    return nodeOf(machine, { name, ports, folder, file });
  };
  const all: Nodes['all'] = [await make('node1'), await make('node2')];
  for (const node of all) node.start();

  const state = async () => {
    for (const node of all) {
      const answer = await askPatroni(node, 'cluster').catch(() => null);
      if (answer?.ok === true) return z.parse(cluster, await answer.json()).members;
    }
    return [];
  };
  const named = async (role: string): Promise<Node> => {
    const members = await state();
    const name = members.find((one) => one.role === role)?.name;
    const node = all.find((one) => one.name === name);
    if (node === undefined) throw new Error(`No node is ${role}: ${JSON.stringify(members)}`);
    return node;
  };
  const nodes: Nodes = {
    all,
    primary: () => named('leader'),
    standby: () => named('sync_standby'),
    primaryOtherThan: ({ name }) =>
      until('another primary', async () => {
        const primary = await nodes.primary();
        return primary.name !== name && (await askPatroni(primary, 'primary')).ok;
      }),
    inSync: () =>
      until(
        'both nodes run, the standby in sync',
        async () => {
          const roles = (await state()).filter(({ state: of }) => /running|streaming/.test(of));
          return ['leader', 'sync_standby'].every((role) => roles.some((one) => one.role === role));
        },
        90_000,
        () => all.map((node) => node.output().split('\n').slice(-8).join('\n')).join('\n---\n'),
      ),
    async switchover() {
      const [from, to] = [await nodes.primary(), await nodes.standby()];
      const answer = await fetch(`http://127.0.0.1:${from.ports.rest}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`patroni:${password}`)}` },
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      });
      if (!answer.ok) throw new Error(`Switchover: ${answer.status} ${await answer.text()}`);
    },
  };
  return nodes;
}

const askPatroni = ({ ports }: Node, path: string) =>
  fetch(`http://127.0.0.1:${ports.rest}/${path}`, { signal: AbortSignal.timeout(3000) });

async function startEtcd(machine: Machine, client: string): Promise<void> {
  const peer = `127.0.0.1:${await freePort()}`;
  const settings = await sampleOf('etcd.env', {
    '/var/lib/etcd/portfolio': join(machine.folder, 'etcd'),
    '10.0.0.21:2379': client,
    '10.0.0.21:2380': peer,
  });
  const etcd = machine.start('etcd', [], environmentOf(settings));
  await until(
    'etcd answers',
    async () => (await fetch(`http://${client}/health`)).ok,
    30_000,
    () => etcd.output(),
  );
}

interface NodeFiles extends Pick<Node, 'name' | 'ports'> {
  readonly folder: string;
  readonly file: string;
}

function nodeOf(machine: Machine, { name, ports, folder, file }: NodeFiles): Node {
  let patroni: Program | null = null;
  let printed = '';
  return {
    name,
    ports,
    start() {
      patroni = machine.start('patroni', [file]);
    },
    async kill() {
      const pids = await postgresPids(join(folder, 'data', 'postmaster.pid'));
      // Before PostgreSQL, which Patroni would start again.
      const ending = patroni?.kill();
      for (const pid of pids) killNow(pid);
      await ending;
      printed += patroni?.output() ?? '';
    },
    output: () => printed + (patroni?.output() ?? ''),
  };
}

/** Returns the server and its children, which would otherwise still answer what they had begun. */
async function postgresPids(file: string): Promise<number[]> {
  if (!existsSync(file)) return [];
  const server = Number((await readFile(file, 'utf8')).split('\n')[0]);
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8').catch(
    () => '',
  );
  return [server, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
