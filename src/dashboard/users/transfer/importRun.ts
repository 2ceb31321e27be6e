import * as z from 'zod/mini';
import { importUsers } from '#contract/operations/userImports.ts';
import {
  type AttributeImportLine,
  type ColumnMap,
  type Existing,
  type ImportColumn,
  type ImportedUser,
  maxFileNameLength,
  type UserImportLine,
  type UserOutcome,
  userOutcomes,
} from '#contract/userImport.ts';
import { callLines } from '../../api/client.ts';
import { HttpError, messageOf } from '../../api/errors.ts';
import type { OutcomeCounts } from './importMessages.ts';

const publishIntervalMs = 100;
/** Maximum number of users listed for each outcome. More failures are listed, for their CSV. */
const maxListed = 1000;
const maxFailures = 20_000;

interface StartedImport {
  /** Id for Undo; null in a dry run. */
  readonly id: string | null;
  readonly rows: number;
  readonly users: number;
  /** Only of a file. */
  readonly asOf?: string;
  readonly columns?: readonly ImportColumn[];
}

type RunLine = UserImportLine | AttributeImportLine;

export interface RunView {
  /** `stopped`: by the user. `failed`: ended early, for the reason in `fault`. */
  readonly phase: 'running' | 'over' | 'stopped' | 'failed';
  readonly started: StartedImport | null;
  readonly progress: { readonly step: string; readonly done: number };
  readonly counts: OutcomeCounts;
  readonly users: readonly ImportedUser[];
  readonly fault: string | null;
  readonly header: readonly string[];
}

export interface ImportRun {
  readonly view: () => RunView;
  /** Ends the request. The service stops after the current transaction. */
  readonly stop: () => void;
}

interface ImportFileOptions {
  readonly file: Blob;
  readonly dryRun: boolean;
  readonly existing: Existing;
  readonly map: ColumnMap;
  readonly asOf?: string | undefined;
}

/** The lines of an answer. */
export type RunLines = (signal: AbortSignal) => AsyncIterable<RunLine>;

export function startRun(lines: RunLines, publish: (view: RunView) => void): ImportRun {
  const controller = new AbortController();
  const users: ImportedUser[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  let state: RunView = {
    phase: 'running',
    started: null,
    progress: { step: 'Sending', done: 0 },
    counts: noCounts,
    users,
    fault: null,
    header: [],
  };
  const publishNow = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    publish(state);
  };
  const set = (changed: Partial<RunView>) => {
    state = { ...state, ...changed };
    if (changed.phase !== undefined || changed.started !== undefined) publishNow();
    else timer ??= setTimeout(publishNow, publishIntervalMs);
  };
  const applyLine = (line: RunLine) => {
    if ('user' in line) {
      const count = state.counts[line.outcome];
      if (count < (line.outcome === 'failed' ? maxFailures : maxListed)) users.push(line);
      set({ counts: { ...state.counts, [line.outcome]: count + 1 } });
    } else if ('import' in line) set({ started: line.import });
    else if ('progress' in line) set({ progress: { step: line.progress, done: line.done } });
    else if ('problem' in line) set({ phase: 'failed', fault: line.problem.detail });
    else set({ phase: 'over' });
  };
  const follow = async () => {
    for await (const line of lines(controller.signal)) applyLine(line);
  };
  void follow().then(
    () => {
      if (state.phase === 'running') set({ phase: 'failed', fault: endedEarly });
    },
    (error: unknown) => {
      if (controller.signal.aborted) return;
      set({ phase: 'failed', fault: messageOf(error), header: headerOf(error) });
    },
  );
  return {
    view: () => state,
    stop: () => {
      if (state.phase !== 'running') return;
      controller.abort();
      set({ phase: 'stopped' });
    },
  };
}

const noCounts: Record<UserOutcome, number> = {
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
};
const endedEarly = 'The connection ended before the import was complete.';

export function importLines(options: ImportFileOptions): RunLines {
  const { file, dryRun, existing, map, asOf } = options;
  const query = {
    dryRun: dryRun ? '1' : undefined,
    existing,
    asOf,
    // Pasted text has no name.
    file: file instanceof File ? file.name.slice(0, maxFileNameLength) : undefined,
    map: Object.keys(map).length === 0 ? undefined : JSON.stringify(map),
  };
  return (signal) => callLines(importUsers, { query }, { file, signal });
}

function headerOf(error: unknown): readonly string[] {
  const header = error instanceof HttpError ? error.problem?.['header'] : undefined;
  const names = z.safeParse(z.array(z.string()), header);
  return names.success ? names.data : [];
}

/** Users of an earlier run are unchanged in the next. */
export function totalCounts(views: readonly RunView[], existing: Existing): OutcomeCounts {
  const last = views.at(-1)?.counts ?? noCounts;
  const total = { ...last };
  for (const { counts } of views.slice(0, -1)) {
    total.created += counts.created;
    total.updated += counts.updated;
    const again = existing === 'skip' ? 'skipped' : 'unchanged';
    total[again] = Math.max(0, total[again] - counts.created - counts.updated);
  }
  return total;
}

export function rowsDone(counts: OutcomeCounts): number {
  return userOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}
