import type { DirectoryPort } from './directoryPort.ts';
import { createWorkerPort } from './index/workerPort.ts';

let port: Promise<DirectoryPort> | null = null;

/**
 * The one index of the users, made when it is first asked for. It is kept while other pages are shown. Others may search
 * in it too: `arrange` and `entries` of what the query `directoryQueries` says has been read.
 */
export function theIndex(): Promise<DirectoryPort> {
  port ??= make();
  return port;
}

async function make(): Promise<DirectoryPort> {
  if (typeof Worker === 'undefined') {
    return (await import('./index/localPort.ts')).createLocalPort();
  }
  const worker = new Worker(new URL('./index/directoryWorker.ts', import.meta.url), {
    type: 'module',
  });
  return createWorkerPort(worker, () => {
    port = null;
  });
}
