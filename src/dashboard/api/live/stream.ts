import { keepAliveMs, lastEventId, maxSecondsBefore } from '#contract/live.ts';
import { getLive } from '#contract/operations/live.ts';
import { pathOf } from '#contract/operation.ts';
import { errorOf } from '../answer.ts';
import { type HttpError, isNotOffered, waitOf } from '../errors.ts';
import { inBackground } from '../presence.ts';
import { untilKnown } from '../signIn.ts';
import { messageReader, type StreamMessage } from './messages.ts';

/** In ms. A longer silence is a dead connection: a sleeping laptop, or a proxy that forgot it. */
const silenceMs = 2 * keepAliveMs + 5_000;
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

export interface StreamOptions {
  readonly position: () => string | null;
  readonly onMessage: (message: StreamMessage) => void;
  readonly onState: (isLive: boolean) => void;
  readonly signal: AbortSignal;
}

/**
 * Holds the event stream, and reconnects from the last position. Uses `fetch`, since an EventSource hides keep-alive comments and
 * the response of a failed request.
 */
export async function holdStream(options: StreamOptions): Promise<void> {
  const { onState, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    await untilKnown(signal);
    if (signal.aborted) return;
    const outcome = await readOnce(options);
    if (signal.aborted || isNotOffered(outcome)) return;
    onState(false);
    failures = outcome === true ? 0 : failures + 1;
    await pause(Math.max(waitAfter(failures), waitOf(outcome) || 0), signal);
  }
}

/** Spreads the reconnects of all browsers after an outage. */
function waitAfter(failures: number): number {
  return Math.min(maxWaitMs, firstWaitMs * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** @returns true if a message arrived before the break, or the response without a stream as an error. */
async function readOnce(options: StreamOptions): Promise<boolean | HttpError> {
  const { position, onMessage, onState, signal } = options;
  const broken = new AbortController();
  let heardAt = Date.now();
  let timer = setTimeout(() => broken.abort(), silenceMs);
  const endIfSilent = () => {
    if (document.visibilityState === 'visible' && Date.now() - heardAt > silenceMs) broken.abort();
  };
  document.addEventListener('visibilitychange', endIfSilent);
  let wasHeard = false;
  try {
    const known = position();
    const url = known === null ? sincePageBegan() : pathOf(getLive, {});
    const response = await fetch(url, {
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
      return errorOf(response, { method: getLive.method, url }, '');
    }
    const read = messageReader(known, onMessage);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return wasHeard;
      clearTimeout(timer);
      timer = setTimeout(() => broken.abort(), silenceMs);
      heardAt = Date.now();
      if (!wasHeard) onState(true);
      wasHeard = true;
      read(value);
    }
  } catch {
    // The stream reconnects after any error.
    return wasHeard;
  } finally {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', endIfSilent);
    broken.abort();
  }
}

/** The page requested its data before the stream connected, so the stream includes changes since then. */
function sincePageBegan(): string {
  const seconds = Math.min(maxSecondsBefore, performance.now() / 1000 + 1);
  return pathOf(getLive, { query: { before: seconds.toFixed(1) } });
}

/** Ends early when the network or the user returns. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      if (document.visibilityState === 'visible') over();
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
