import { HttpError, messageOf, NetworkError, waitOf } from '../../shared/api/errors.ts';
import type { PlannedRow } from './plan.ts';
import type { RowProgress } from './sendRow.ts';

/** So many rows are on their way at once. */
const lanes = 4;
/** So often at most the page is told, in milliseconds. */
const tellEvery = 100;

export type RowResult =
  | { readonly state: 'sending' | 'created' | 'updated' }
  | { readonly state: 'failed'; readonly reason: string };

/** How far an import is. */
export interface RunView {
  /** `paused` by the person, or by `trouble`; `over` when nothing more is sent. */
  readonly phase: 'running' | 'paused' | 'over';
  readonly of: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Why it paused by itself: the network, or a key that is not taken. */
  readonly trouble: string | null;
  /** The service asked to wait until then, epoch milliseconds. */
  readonly waitsUntil: number | null;
}

export interface ImportRun {
  readonly view: () => RunView;
  readonly resultOf: (row: PlannedRow) => RowResult | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Sends no further row; those on their way end. */
  readonly cancel: () => void;
  /** Resolves when nothing is on its way any more. */
  readonly over: Promise<void>;
}

/** Sends rows a few at a time. A row that fails stops no other; what stops all pauses it, and it goes on where it was. */
export function startImport(
  rows: readonly PlannedRow[],
  send: (row: PlannedRow, progress: RowProgress) => Promise<void>,
): ImportRun {
  const listeners = new Set<() => void>();
  const results = new Map<PlannedRow, RowResult>();
  const progresses = new Map<PlannedRow, RowProgress>();
  const again: PlannedRow[] = [];
  let next = 0;
  let wake: (() => void)[] = [];
  let telling: ReturnType<typeof setTimeout> | null = null;
  let state: RunView = {
    phase: 'running',
    of: rows.length,
    created: 0,
    updated: 0,
    failed: 0,
    trouble: null,
    waitsUntil: null,
  };
  let told = state;

  const tell = () => {
    telling = null;
    told = state;
    for (const listener of listeners) listener();
  };
  const set = (changed: Partial<RunView>, isAtOnce = false) => {
    state = { ...state, ...changed };
    if (isAtOnce) {
      if (telling !== null) clearTimeout(telling);
      tell();
    } else telling ??= setTimeout(tell, tellEvery);
  };
  const goOn = () => {
    const sleeping = wake;
    wake = [];
    for (const resume of sleeping) resume();
  };

  const failed = (row: PlannedRow, error: unknown) => {
    const wait = waitOf(error);
    if (wait === false && !stopsAll(error)) {
      results.set(row, { state: 'failed', reason: reasonOf(error, progresses.get(row)) });
      set({ failed: state.failed + 1 });
      return;
    }
    results.delete(row);
    again.push(row);
    if (wait !== false) set({ waitsUntil: Math.max(state.waitsUntil ?? 0, Date.now() + wait) });
    else if (state.phase === 'running') set({ phase: 'paused', trouble: messageOf(error) }, true);
  };

  /** Whether to go on with another row; asleep while it is paused. */
  const mayGoOn = async (): Promise<boolean> => {
    for (;;) {
      if (state.phase === 'over') return false;
      const wait = (state.waitsUntil ?? 0) - Date.now();
      if (state.phase === 'running' && wait <= 0) return true;
      await new Promise<void>((resolve) => {
        wake.push(resolve);
        if (state.phase === 'running') setTimeout(resolve, wait);
      });
      if (state.waitsUntil !== null && state.waitsUntil <= Date.now()) set({ waitsUntil: null });
    }
  };

  const lane = async () => {
    while (await mayGoOn()) {
      const row = again.pop() ?? rows[next++];
      if (row === undefined) return;
      const progress = progresses.get(row) ?? { wasSent: false, isCreated: false };
      progresses.set(row, progress);
      results.set(row, { state: 'sending' });
      try {
        await send(row, progress);
        const isNew = row.verdict === 'create';
        results.set(row, { state: isNew ? 'created' : 'updated' });
        set(isNew ? { created: state.created + 1 } : { updated: state.updated + 1 });
        progresses.delete(row);
      } catch (error) {
        failed(row, error);
      }
    }
  };

  /** A lane that found nothing more may end before another puts its row back, so lanes begin anew until all is done. */
  const all = async () => {
    do {
      await Promise.all(Array.from({ length: lanes }, lane));
    } while (state.phase !== 'over' && again.length > 0);
    set({ phase: 'over', waitsUntil: null }, true);
  };

  return {
    view: () => told,
    resultOf: (row) => results.get(row),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: () => {
      if (state.phase === 'running') set({ phase: 'paused' }, true);
    },
    resume: () => {
      if (state.phase !== 'paused') return;
      set({ phase: 'running', trouble: null }, true);
      goOn();
    },
    cancel: () => {
      if (state.phase === 'over') return;
      set({ phase: 'over', trouble: null }, true);
      goOn();
    },
    over: all(),
  };
}

/** What the next row would meet as well: no network, no key or a wrong one. */
function stopsAll(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof HttpError && (error.status === 401 || error.status === 403);
}

function reasonOf(error: unknown, progress: RowProgress | undefined): string {
  const why = messageOf(error);
  return progress?.isCreated === true
    ? `The user was created, but not its attributes: ${why}`
    : why;
}
