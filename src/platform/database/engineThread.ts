import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { types } from '@electric-sql/pglite';
import { isFileFault } from './database.ts';

/** What the worker starts with. */
export interface EngineThreadData {
  /** Folder of the database; undefined: in memory. */
  readonly dataDir?: string | undefined;
  /** Whether a commit waits until it is on the disk. */
  readonly isSynced?: boolean | undefined;
  /** A dumped folder to start from. */
  readonly from?: Blob | undefined;
}

type Work =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly params: unknown[];
      readonly rowMode: 'array' | 'object' | undefined;
    }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'close' };

export type EngineRequest = Work & { readonly id: number };

export interface EngineResult {
  readonly rows: readonly unknown[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows: number | undefined;
}

/** An error of PostgreSQL, or of what it runs in: then it has no code. What it was about is left out: it may be a value. */
export interface EngineFault {
  readonly message: string;
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly severity: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
}

/** The answer to a request; that of `openingId` comes by itself, once the database is open. */
export interface EngineReply {
  readonly id: number;
  readonly result?: EngineResult;
  readonly fault?: EngineFault;
}

export const openingId = 0;
/** What comes by itself when PostgreSQL has ended, before it runs in a circle for ever. */
export const breakdownId = -1;

/** The embedded PostgreSQL while its thread lives: what begins on it ends on it, or fails. */
export interface EngineSession {
  query(text: string, params?: unknown[], rowMode?: 'array' | 'object'): Promise<EngineResult>;
  /** Several statements, without parameters. */
  script(text: string): Promise<void>;
}

export interface Thread extends EngineSession {
  /** Milliseconds for which it has owed an answer; 0: it owes none. */
  silenceMs(): number;
  close(): Promise<void>;
  /** Ends it, whatever it is at; what waits for an answer fails with this. Resolves when it has ended. */
  end(error: Error): Promise<unknown>;
}

type Broken = (thread: Thread, reason: string, isFatal: boolean) => void;

interface Waiting {
  readonly since: number;
  readonly resolve: (result: EngineResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a thread and resolves when the database is open on it. */
export async function openThread(data: EngineThreadData, onBroken: Broken): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, 'engineWorker.ts'), {
    workerData: data,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const waiting = new Map<number, Waiting>();
  let lastId = openingId;
  let isOpen = false;
  let ended: Error | null = null;

  function expect(id: number): Promise<EngineResult | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineResult | undefined>();
    waiting.set(id, { since: performance.now(), resolve, reject });
    worker.ref();
    return promise;
  }

  async function send(work: Work): Promise<EngineResult | undefined> {
    if (ended !== null) throw ended;
    lastId += 1;
    const request: EngineRequest = { ...work, id: lastId };
    worker.postMessage(request, []);
    return expect(lastId);
  }

  const thread: Thread = {
    async query(text, params = [], rowMode) {
      const result = await send({ kind: 'query', text, params, rowMode });
      return withJson(result ?? { rows: [], fields: [], affectedRows: undefined });
    },
    async script(text) {
      await send({ kind: 'script', text });
    },
    async close() {
      await send({ kind: 'close' });
    },
    silenceMs() {
      const [first] = waiting.values();
      return first === undefined ? 0 : performance.now() - first.since;
    },
    end(error) {
      ended ??= error;
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
      return worker.terminate();
    },
  };

  worker.on('message', ({ id, result, fault }: EngineReply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    // Only pending requests keep the process alive, and ending the worker.
    if (waiting.size === 0 && ended === null) worker.unref();
    if (fault === undefined) {
      one?.resolve(result);
      return;
    }
    one?.reject(new EngineError(fault));
    if (isBreakdown(fault)) broken(fault.message, true);
    // A file that is not there (58P01) will not be there the next time either.
    else if (isFileFault(fault.message) && fault.code !== '58P01') broken(fault.message, false);
  });
  worker.on('error', (error) => broken(errorMessage(error), true));
  worker.on('exit', () => broken('its worker ended', true));
  /** One that cannot be opened fails, and that is all. */
  function broken(reason: string, isFatal: boolean): void {
    if (isOpen) onBroken(thread, reason, isFatal);
    else void thread.end(new Error(`The worker of the database could not start: ${reason}`));
  }

  try {
    await expect(openingId);
    isOpen = true;
  } catch (error) {
    void thread.end(error instanceof Error ? error : new Error(errorMessage(error)));
    throw error;
  }
  return thread;
}

/** An error of the embedded PostgreSQL, with what its messages carry. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: string | undefined;
  readonly severity: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;

  constructor({ message, code, severity, table, column, constraint }: EngineFault) {
    super(message);
    this.code = code;
    this.severity = severity;
    this.table = table;
    this.column = column;
    this.constraint = constraint;
  }
}

/** It cannot be used any more: PostgreSQL would end its process, or WebAssembly has ended. */
function isBreakdown({ code, severity, name }: EngineFault): boolean {
  if (severity === 'PANIC' || severity === 'FATAL') return true;
  return code === undefined && (name === 'RuntimeError' || name === 'ExitStatus');
}

/** JSON arrives as text; callers get values. */
function withJson(result: EngineResult): EngineResult {
  for (const [index, { name, dataTypeID }] of result.fields.entries()) {
    if (dataTypeID !== types.JSON && dataTypeID !== types.JSONB) continue;
    for (const row of result.rows) {
      if (typeof row !== 'object' || row === null) continue;
      const key = Array.isArray(row) ? index : name;
      const text: unknown = Reflect.get(row, key);
      if (typeof text === 'string') Reflect.set(row, key, JSON.parse(text));
    }
  }
  return result;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
