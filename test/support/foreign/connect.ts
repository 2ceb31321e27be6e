import type { Database } from '#platform/database/database.ts';
import { type Connected, type ConnectedOptions, createConnected } from '../connectedService.ts';
import type { Answer } from './dialectService.ts';
import type { Dialect } from './dialect.ts';
import { type Served, serveForeign } from './serveForeign.ts';

/** Connected mode in this process, in front of a service that listens on this machine. */
export interface Front extends Connected {
  readonly served: Served;
  /** Fails the test if an unexpected error was logged. */
  close(): Promise<void>;
  pass(milliseconds: number): void;
}

/** Connects over HTTP to a service that speaks a dialect. The clock starts at `now` and then follows real time. */
export async function connect(
  { prefix, usersQuery }: Dialect,
  answer: Answer,
  database: Database,
  {
    now,
    ...options
  }: Omit<ConnectedOptions, 'answer' | 'database' | 'clock'> & {
    readonly now: number;
  },
): Promise<Front> {
  const served = await serveForeign(answer);
  const began = performance.now();
  let passed = 0;
  const connected = createConnected({
    answer: null,
    database,
    url: `${served.url}${prefix}`,
    usersQuery: usersQuery === null ? null : [usersQuery.name, usersQuery.value],
    clock: {
      get now() {
        return now + passed + performance.now() - began;
      },
    },
    ...options,
  });
  return {
    ...connected,
    served,
    pass(milliseconds) {
      passed += milliseconds;
    },
    async close() {
      await connected.close();
      await served.stop();
      const [first] = connected.logged;
      if (first !== undefined) throw new Error(`The process logged an unexpected error: ${first}`);
    },
  };
}
