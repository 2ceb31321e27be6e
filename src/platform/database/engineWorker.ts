import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite';
import {
  breakdownId,
  openingId,
  type EngineFault,
  type EngineReply,
  type EngineRequest,
  type EngineThreadData,
} from './engineThread.ts';
import { createEngineStatements, type EngineStatements } from './engineStatements.ts';
import { SyncedFiles, syncedStartParams } from './syncedFiles.ts';

// The worker with PGlite: see engineThread.ts.

const asText = (value: string) => value;

/**
 * Drizzle parses times, and arrays of them. Set once here, because the engine copies its table of some hundred parsers
 * for each query with parsers of its own. JSON travels as text, which is cheaper to transfer than objects.
 */
const parsers = Object.fromEntries(
  [
    types.TIMESTAMP,
    types.TIMESTAMPTZ,
    types.INTERVAL,
    types.DATE,
    types.JSON,
    types.JSONB,
    1231,
    1115,
    1185,
    1187,
    1182,
  ].map((type) => [type, asText]),
);

/** A quarter of the default saves 100 MB with a large database, and costs a fifth more CPU time at most. */
const bufferParams = ['-c', 'shared_buffers=32MB'];

const port = parentPort;
if (port === null) throw new Error('This file must run in a worker');
const reply = (message: EngineReply) => port.postMessage(message);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- engineThread.ts sets it
const { dataDir, isSynced, from } = workerData as EngineThreadData;

try {
  const client = await PGlite.create({
    parsers,
    ...filesOf(dataDir, isSynced),
    ...(from === undefined ? {} : { loadDataDir: from }),
  });
  // On a full disk, or at a limit, PostgreSQL exits but PGlite continues: its last message comes from here.
  Object.assign(client.Module, {
    onAbort: () =>
      reply({
        id: breakdownId,
        fault: { ...described(null), message: 'PostgreSQL ended itself', severity: 'PANIC' },
      }),
  });
  const statements = await createEngineStatements(client);
  port.on('message', (request: EngineRequest) => void answer(client, statements, request));
  reply({ id: openingId });
} catch (error) {
  reply({ id: openingId, fault: described(error) });
}

function filesOf(dataDir?: string, isSynced = false): PGliteOptions {
  const startParams = [...PGlite.defaultStartParams, ...bufferParams];
  if (dataDir === undefined) return { startParams };
  if (!isSynced) return { dataDir, startParams };
  return { fs: new SyncedFiles(dataDir), startParams: [...syncedStartParams, ...bufferParams] };
}

async function answer(
  client: PGlite,
  statements: EngineStatements,
  request: EngineRequest,
): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'close') {
      await client.close();
      reply({ id });
    } else if (request.kind === 'script') {
      await client.exec(request.text);
      reply({ id });
    } else {
      const { text, params, rowMode } = request;
      reply({ id, result: await statements.query(text, params, rowMode) });
    }
  } catch (error) {
    reply({ id, fault: described(error) });
  }
}

function described(error: unknown): EngineFault {
  const message = error instanceof Error ? error.message : String(error);
  const read = (name: string): string | undefined => {
    const value: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    message,
    name: read('name'),
    code: read('code'),
    severity: read('severity'),
    table: read('table'),
    column: read('column'),
    constraint: read('constraint'),
  };
}
