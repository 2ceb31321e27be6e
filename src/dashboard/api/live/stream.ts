import { keepAliveMs, lastEventId, maxSecondsBefore } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import { pathOf } from '#contract/operation.ts';
import { inBackground } from '../presence.ts';
import { noteRefusal, untilKnown } from '../signIn.ts';
import { messageReader, type StreamMessage } from './messages.ts';

/** Silence for so long is a dead connection: a sleeping laptop, a proxy that forgot. */
const silence = 2 * keepAliveMs + 5_000;
const firstWait = 1_000;
const longestWait = 30_000;

export interface StreamOptions {
  /** The number up to which all is known; null: of nothing yet. */
  readonly position: () => string | null;
  readonly hear: (message: StreamMessage) => void;
  /** Whether it is connected. */
  readonly onState: (isLive: boolean) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Holds the stream of what happens, and connects again whenever it breaks, from where it was. Read with `fetch`, because an
 * EventSource hides the comments that tell a living connection from a dead one, and what was answered instead of a stream.
 */
export async function holdStream(options: StreamOptions): Promise<void> {
  const { onState, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    await untilKnown(signal);
    if (signal.aborted) return;
    const wasHeard = await readOnce(options);
    if (signal.aborted || wasHeard === 'not offered') return;
    onState(false);
    failures = wasHeard ? 0 : failures + 1;
    await pause(waitAfter(failures), signal);
  }
}

/** Not all browsers at the same moment when a service is there again. */
function waitAfter(failures: number): number {
  return Math.min(longestWait, firstWait * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** @returns whether anything was heard before it broke. */
async function readOnce(options: StreamOptions): Promise<boolean | 'not offered'> {
  const { position, hear, onState, signal } = options;
  const broken = new AbortController();
  let heardAt = Date.now();
  let timer = setTimeout(() => broken.abort(), silence);
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - heardAt > silence) broken.abort();
  };
  document.addEventListener('visibilitychange', look);
  let wasHeard = false;
  try {
    const known = position();
    const response = await fetch(known === null ? sincePageBegan() : pathOf(getLive, {}), {
      headers: {
        ...inBackground,
        Accept: 'text/event-stream',
        ...(known === null ? {} : { [lastEventId.header]: known }),
      },
      cache: 'no-store',
      signal: AbortSignal.any([broken.signal, signal]),
    });
    const isStream = /^text\/event-stream\b/.test(response.headers.get('Content-Type') ?? '');
    if (!response.ok || !isStream || response.body === null) {
      await response.body?.cancel();
      if (response.status === 401) noteRefusal();
      return response.status === 501 ? 'not offered' : false;
    }
    const read = messageReader(known, hear);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return wasHeard;
      clearTimeout(timer);
      timer = setTimeout(() => broken.abort(), silence);
      heardAt = Date.now();
      if (!wasHeard) onState(true);
      wasHeard = true;
      read(value);
    }
  } catch {
    // Whatever broke it: it is tried again.
    return wasHeard;
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    broken.abort();
  }
}

/** What is on the page was asked for before this is connected: what happened since then is told too. */
function sincePageBegan(): string {
  const seconds = Math.min(maxSecondsBefore, performance.now() / 1000 + 1);
  return pathOf(getLive, { query: { before: seconds.toFixed(1) } });
}

/** Waits, but no longer than until the network or the person is there again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (!signal.aborted && document.visibilityState !== 'visible') return;
      over();
    };
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      document.removeEventListener('visibilitychange', end);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    window.addEventListener('online', end);
    document.addEventListener('visibilitychange', end);
    signal.addEventListener('abort', over);
  });
}
