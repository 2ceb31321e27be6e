import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { types } from '@electric-sql/pglite';
import { isFileFault } from './database.ts';

export interface EngineThreadData {
  readonly dataDir?: string | undefined;
  readonly isSynced?: boolean | undefined;
  readonly from?: Blob | undefined;
}

type EngineWork =
  | {
      readonly kind: 'query';
      readonly text: string;
      readonly params: unknown[];
      readonly rowMode: 'array' | 'object' | undefined;
    }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'close' };

export type EngineRequest = EngineWork & { readonly id: number };

export interface EngineResult {
  readonly rows: readonly unknown[];
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly affectedRows: number | undefined;
}

/**
 * An error of PostgreSQL or its runtime (then without a code). The detail is left out because it may contain values.
 */
export interface EngineFault {
  readonly message: string;
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly severity: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;
  readonly constraint: string | undefined;
}

/** The answer to a request. The one with `openingId` is sent without a request once the database is open. */
export interface EngineReply {
  readonly id: number;
  readonly result?: EngineResult;
  readonly fault?: EngineFault;
}

export const openingId = 0;
/** Sent without a request when PostgreSQL has ended, before it loops forever. */
export const breakdownId = -1;

/** One connection to the embedded PostgreSQL, valid until its worker ends. */
export interface EngineSession {
  query(text: string, params?: unknown[], rowMode?: 'array' | 'object'): Promise<EngineResult>;
  script(text: string): Promise<void>;
}

export interface Thread extends EngineSession {
  /** Milliseconds since the oldest unanswered request; 0 if there is none. */
  silenceMs(): number;
  close(): Promise<void>;
  /** Ends the worker; pending requests fail with this error. Resolves when it has ended. */
  end(error: Error): Promise<unknown>;
}

type Broken = (thread: Thread, reason: string, isFatal: boolean) => void;

interface PendingRequest {
  readonly since: number;
  readonly resolve: (result: EngineResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

export async function openThread(data: EngineThreadData, onBroken: Broken): Promise<Thread> {
  const worker = new Worker(join(import.meta.dirname, 'engineWorker.ts'), {
    workerData: data,
    // Flags of the process, such as --eval, are not for workers.
    execArgv: [],
  });
  const pending = new Map<number, PendingRequest>();
  let lastId = openingId;
  let isOpen = false;
  let ended: Error | null = null;

  function expect(id: number): Promise<EngineResult | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineResult | undefined>();
    pending.set(id, { since: performance.now(), resolve, reject });
    worker.ref();
    return promise;
  }

  async function send(work: EngineWork): Promise<EngineResult | undefined> {
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
      const [first] = pending.values();
      return first === undefined ? 0 : performance.now() - first.since;
    },
    end(error) {
      ended ??= error;
      for (const { reject } of pending.values()) reject(ended);
      pending.clear();
      return worker.terminate();
    },
  };

  worker.on('message', ({ id, result, fault }: EngineReply) => {
    const one = pending.get(id);
    pending.delete(id);
    // Only pending requests, and the end of the worker, keep the process alive.
    if (pending.size === 0 && ended === null) worker.unref();
    if (fault === undefined) {
      one?.resolve(result);
      return;
    }
    one?.reject(new EngineError(fault));
    if (isBreakdown(fault)) broken(fault.message, true);
    // A file that does not exist (58P01) will not exist after reopening either.
    else if (isFileFault(fault.message) && fault.code !== '58P01') broken(fault.message, false);
  });
  worker.on('error', (error) => broken(errorMessage(error), true));
  worker.on('exit', () => broken('its worker ended', true));
  /** A failure while opening only rejects the opening. */
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

/** Whether the database is unusable from now on: PostgreSQL would end its process, or WebAssembly has ended. */
function isBreakdown({ code, severity, name }: EngineFault): boolean {
  if (severity === 'PANIC' || severity === 'FATAL') return true;
  return code === undefined && (name === 'RuntimeError' || name === 'ExitStatus');
}

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
