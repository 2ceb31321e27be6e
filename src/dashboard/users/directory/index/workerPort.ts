import type { DirectoryEntry } from '../directoryEntry.ts';
import type { Arranged, Directory, DirectoryPort } from '../directoryPort.ts';
import type { Asked, Told } from './messages.ts';
import { readError } from './writtenError.ts';

/** Who waits for the answers to a question. */
interface Waiting {
  readonly onTold: (told: Told) => void;
  readonly onFailed: (error: Error) => void;
}

type Question = Asked extends infer One ? (One extends Asked ? Omit<One, 'call'> : never) : never;

/** The index in a worker. `onBroken`: the worker ended by a fault, so that a new one has to be made. */
export function createWorkerPort(worker: Worker, onBroken: () => void): DirectoryPort {
  let calls = 0;
  const waiting = new Map<number, Waiting>();
  worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    const its = waiting.get(data.call);
    if (data.tell !== 'part') waiting.delete(data.call);
    if (data.tell === 'failed') its?.onFailed(readError(data.error));
    else its?.onTold(data);
  });
  worker.addEventListener('error', (event) => {
    onBroken();
    const error = new Error(
      `The index of the users stopped: ${event.message || 'it did not load'}.`,
    );
    for (const its of waiting.values()) its.onFailed(error);
    waiting.clear();
    worker.terminate();
  });

  const ask = (question: Question, its: Waiting, signal?: AbortSignal): void => {
    if (signal?.aborted === true) {
      its.onFailed(reasonOf(signal));
      return;
    }
    calls += 1;
    const call = calls;
    waiting.set(call, its);
    worker.postMessage({ ...question, call } satisfies Asked, []);
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(call)) return;
      worker.postMessage({ call, ask: 'leave' } satisfies Asked, []);
      its.onFailed(reasonOf(signal));
    });
  };

  return {
    read: (source, onPart, signal) =>
      new Promise<Directory>((resolve, onFailed) => {
        const onTold = (told: Told) => {
          if (told.tell === 'part') onPart(told.directory);
          if (told.tell === 'read') resolve(told.directory);
        };
        ask({ ask: 'read', source }, { onTold, onFailed }, signal);
      }),
    arrange: (reading, question, inSight, signal) =>
      new Promise<Arranged>((resolve, onFailed) => {
        const onTold = (told: Told) => told.tell === 'arranged' && resolve(told.arranged);
        ask({ ask: 'arrange', reading, question, inSight }, { onTold, onFailed }, signal);
      }),
    entries: (reading, places, text) =>
      new Promise<ReadonlyMap<number, DirectoryEntry>>((resolve, onFailed) => {
        const onTold = (told: Told) => told.tell === 'entries' && resolve(told.entries);
        ask({ ask: 'entries', reading, places, text }, { onTold, onFailed });
      }),
  };
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('Nobody waits for it.');
}
