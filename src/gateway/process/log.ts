import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { UnavailableError } from '#platform/database/database.ts';
import type { Log } from '#platform/http/errors.ts';
import type { LogFormat } from '../config/settings.ts';
import { requestId, type OnAnswered } from '../operate/requests.ts';
import { causesOf, errorText, oneLine } from './errorText.ts';

const windowMs = 60_000;
const sweepIntervalMs = 10_000;
/** Similar entries logged per window. The others are only counted. */
const maxSimilar = 3;
/** Kinds of entries per window. All others count as one kind. */
const maxKinds = 100;
const maxLineLength = 160;
const maxEntryLength = 400;
const otherKind = 'other entries';

export function createLog(format: LogFormat = 'text'): Log {
  // Synchronous, without a worker, so that a crash does not lose the last lines.
  const errors = destination({ dest: process.stderr.fd, sync: true, maxLength: 1_000_000 });
  // If logging fails, for example on a full disk, the service continues.
  errors.on('error', () => {});
  const json = createJsonLog(errors);
  const write =
    format === 'json'
      ? (entry: string) => json.error({ requestId: requestId() }, entry)
      : (entry: string) => errors.write(`${new Date().toISOString()} ${entry}${ofRequest()}\n`);
  const { log, sweep, flush } = createThrottledLog({ write, clock: () => performance.now() });
  setInterval(sweep, sweepIntervalMs).unref();
  process.once('exit', flush);
  return log;
}

function createJsonLog(stream: DestinationStream): Logger {
  return pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    stream,
  );
}

function ofRequest(): string {
  const id = requestId();
  return id === undefined ? '' : ` [request ${id}]`;
}

export function createPrints(
  format: LogFormat,
  print: (line: string) => void,
): { readonly print: (line: string) => void; readonly onAnswered: OnAnswered } {
  if (format === 'text') return { print, onAnswered: () => {} };
  const json = createJsonLog({ write: (line) => print(line.trimEnd()) });
  return {
    print: (line) => json.info(line),
    onAnswered: ({ id, ms, ...request }) =>
      json.info({ requestId: id, ...request, ms: Math.round(ms * 10) / 10 }, 'request'),
  };
}

interface ThrottledLogOptions {
  readonly write: (entry: string) => void;
  /** Milliseconds, from any origin. */
  readonly clock: () => number;
}

interface ThrottledLog {
  readonly log: Log;
  /** Writes the number of omitted entries of ended windows. */
  readonly sweep: () => void;
  readonly flush: () => void;
}

interface LogWindow {
  readonly since: number;
  readonly line: string;
  written: number;
  omitted: number;
}

/** Creates a log that a fault in every request cannot use to fill the disk. */
export function createThrottledLog({ write, clock }: ThrottledLogOptions): ThrottledLog {
  // In order of their start.
  const windows = new Map<string, LogWindow>();
  const close = (isOver: (window: LogWindow) => boolean) => {
    for (const [kind, window] of windows) {
      if (!isOver(window)) return;
      windows.delete(kind);
      const { omitted, line } = window;
      if (omitted > 0) write(`… ${omitted} more like this in the last minute: ${line}`);
    }
  };
  const sweep = () => {
    const now = clock();
    close(({ since }) => now - since >= windowMs);
  };
  return {
    log(line, error) {
      // Already logged at its source.
      if (causesOf(error).some((cause) => cause instanceof UnavailableError)) return;
      sweep();
      const entry = entryOf(line, error);
      const own = kindOf(line, entry);
      const kind = windows.has(own) || windows.size < maxKinds ? own : otherKind;
      const window = windows.get(kind) ?? {
        since: clock(),
        line: kind === otherKind ? otherKind : (entry.split('\n')[0] ?? ''),
        written: 0,
        omitted: 0,
      };
      windows.set(kind, window);
      if (window.written === maxSimilar) window.omitted += 1;
      else {
        window.written += 1;
        write(entry);
      }
    },
    sweep,
    flush: () => close(() => true),
  };
}

function entryOf(line: string, error: unknown): string {
  if (error === undefined) return oneLine(line, maxEntryLength);
  const entry = `${oneLine(line, maxLineLength)}: ${errorText(error)}`;
  return entry.length > maxEntryLength ? `${entry.slice(0, maxEntryLength - 1)}…` : entry;
}

/** Returns the common part of similar entries, without numbers and the ids in a path. */
function kindOf(line: string, entry: string): string {
  const path = /\/\S*/.exec(oneLine(line, maxLineLength))?.[0];
  return (path === undefined ? entry : entry.replace(path, '/')).replaceAll(/\d+/g, '');
}
