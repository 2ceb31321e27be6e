import { hour, minute } from '#contract/historyType.ts';
import type { AuditTrail, NewEntry } from './trail.ts';

/** Maximum of unknown and of signed-in callers counted separately. All others share one count. */
const maxUnknown = 10;
const maxKnown = 60;
const sweepIntervalMs = 10_000;

interface AttemptWindow {
  readonly entry: NewEntry;
  lengthMs: number;
  endsAt: number;
  /** Attempts since its entry. */
  more: number;
}

export interface DeniedAttempts {
  /** Records an attempt: the first of its kind in a window immediately, the others as a count when the window ends. */
  note(entry: NewEntry): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Records denied attempts without letting them fill the disk: one entry a minute per address, or per signed-in caller and call.
 * While attempts continue, each window is twice as long as the one before, up to an hour.
 */
export function createDeniedAttempts(
  trail: Pick<AuditTrail, 'append'>,
  clock: () => number,
): DeniedAttempts {
  const windows = new Map<string, AttemptWindow>();
  const known = () => [...windows.keys()].filter((key) => key.startsWith('known')).length;

  function windowKey({ actorRole, actorId, address, operation, code }: NewEntry): string {
    const [kind, who, count, max] =
      actorRole === null
        ? (['unknown', address, windows.size - known(), maxUnknown] as const)
        : (['known', `${actorId} ${operation}`, known(), maxKnown] as const);
    const key = `${kind} ${who} ${code}`;
    return windows.has(key) || count < max ? key : `${kind}, others`;
  }

  async function close(isOver: (window: AttemptWindow) => boolean): Promise<void> {
    const now = clock();
    const counted: Promise<void>[] = [];
    for (const [key, window] of windows) {
      if (!isOver(window)) continue;
      if (window.more === 0) windows.delete(key);
      else {
        counted.push(trail.append({ ...window.entry, count: window.more }));
        window.more = 0;
        window.lengthMs = Math.min(hour, 2 * window.lengthMs);
        window.endsAt = now + window.lengthMs;
      }
    }
    await Promise.allSettled(counted);
  }

  const closeOver = () => close(({ endsAt }) => endsAt <= clock());
  const timer = setInterval(() => void closeOver(), sweepIntervalMs).unref();

  return {
    async note(entry) {
      await closeOver();
      const key = windowKey(entry);
      const window = windows.get(key);
      if (window !== undefined) {
        window.more += 1;
        return;
      }
      const isOthers = key.endsWith(', others');
      const first = isOthers
        ? { ...entry, address: null, operation: null, subjectKind: null, subjectId: null }
        : entry;
      windows.set(key, { entry: first, lengthMs: minute, endsAt: clock() + minute, more: 0 });
      await trail.append(first);
    },
    async stop() {
      clearInterval(timer);
      await close(() => true);
    },
  };
}
