import { residentMegabytes } from '#test/support/processFigures.ts';
import { startLoad, type Load } from './load.ts';
import { openMachine, type Machine } from './machine.ts';
import { startNodes, type Nodes } from './nodes.ts';
import { startProcesses, type Processes } from './processes.ts';
import { startProxy } from './proxy.ts';

/** PostgreSQL with a synchronous standby, three processes, the proxies before both, and their clients. */
export interface Fleet {
  readonly machine: Machine;
  readonly nodes: Nodes;
  readonly processes: Processes;
  readonly load: Load;
  /** Resident megabytes of each program. */
  memory(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startFleet(): Promise<Fleet> {
  const machine = await openMachine();
  const closers: (() => Promise<void>)[] = [() => machine.stop()];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const nodes = await startNodes(machine);
    const addresses = await startProxy(machine, nodes);
    await nodes.inSync();
    const processes = await startProcesses(addresses);
    closers.push(() => processes.stop());
    const load = await startLoad(addresses.service, processes.headers);
    closers.push(() => load.close());
    const memory = () =>
      new Map([
        ...machine.memory(),
        ...processes.running.map(({ process: { pid } }, index): [string, number] => [
          `process ${index + 1}`,
          residentMegabytes(pid),
        ]),
      ]);
    return { machine, nodes, processes, load, memory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
