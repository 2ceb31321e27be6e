import { committing } from './afterCommit.ts';
import type { Queries } from './database.ts';
import { EngineError } from './engineThread.ts';

/** Limits the changes of a commit, because they wait for each other and everything else waits for them. */
const maxChanges = 32;
const maxWorkMs = 20;

interface Connection {
  /** Runs BEGIN, COMMIT and the like. */
  command(text: string): Promise<unknown>;
  /** Returns the queries of one change. */
  queries(): Queries;
}

export interface SharedCommitsOptions {
  /** Runs work once nothing else uses the connection. */
  readonly take: (work: () => Promise<void>) => Promise<void>;
  readonly open: () => Promise<Connection>;
  readonly onCommit: () => void;
}

export interface SharedCommits {
  /** Makes a change completely or not at all, and resolves once it is committed. */
  make<Result>(work: (tx: Queries) => Promise<Result>, isAlone: boolean): Promise<Result>;
}

interface Change {
  /** Returns a function that answers the change, for when it is committed. */
  readonly run: (tx: Queries) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** Changes that wait for the only connection at the same time share one commit, and so one wait for the disk. */
export function createSharedCommits({ take, open, onCommit }: SharedCommitsOptions): SharedCommits {
  const waiting: Change[] = [];
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    void take(async () => {
      const first = waiting.shift();
      if (first !== undefined) await commitTogether(first);
      isScheduled = false;
      schedule();
    });
  }

  async function commitTogether(first: Change): Promise<void> {
    const until = performance.now() + maxWorkMs;
    await commit(first, (count) =>
      count < maxChanges && performance.now() < until ? waiting.shift() : undefined,
    );
  }

  async function commit(first: Change, next: (count: number) => Change | undefined): Promise<void> {
    const changes = [first];
    const answers: (() => void)[] = [];
    let connection: Connection | undefined;
    try {
      connection = await open();
      await connection.command('BEGIN');
      answers.push(await first.run(connection.queries()));
      for (let change = next(1); change !== undefined; change = next(changes.length)) {
        changes.push(change);
        answers.push(await runInSavepoint(connection, change));
      }
      await connection.command('COMMIT');
    } catch (error) {
      // A worker that has ended has rolled back.
      await connection?.command('ROLLBACK').catch(() => {});
      // After any other error, such as the end of the worker, the changes may have been committed.
      const isRolledBack = error instanceof EngineError && error.severity === 'ERROR';
      for (const change of changes) {
        if (changes.length > 1 && isRolledBack) await commit(change, () => undefined);
        else change.reject(error);
      }
      return;
    }
    onCommit();
    for (const answer of answers) answer();
  }

  return {
    make<Result>(work: (tx: Queries) => Promise<Result>, isAlone: boolean) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const change: Change = {
        async run(tx) {
          const { result, committed } = await committing(tx, work);
          return () => {
            try {
              committed();
              resolve(result);
            } catch (error) {
              reject(error);
            }
          };
        },
        reject,
      };
      if (isAlone) {
        void take(() => commit(change, () => undefined));
      } else {
        waiting.push(change);
        schedule();
      }
      return promise;
    },
  };
}

/** A failed change is answered after the commit too: its error may depend on a change before it. */
async function runInSavepoint(connection: Connection, change: Change): Promise<() => void> {
  await connection.command('SAVEPOINT change');
  try {
    return await change.run(connection.queries());
  } catch (error) {
    await connection.command('ROLLBACK TO SAVEPOINT change');
    return () => change.reject(error);
  }
}
