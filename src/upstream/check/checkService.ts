import { formatTime } from '#contract/time.ts';
import { checkOutcomes, type CheckReport, type ServiceCheckLine } from '#contract/serviceCheck.ts';
import type { Source } from '../source/source.ts';
import {
  createExchanges,
  GoneError,
  isReadCall,
  labelOf,
  reads,
  writes,
  type CallName,
  type Exchange,
} from './exchanges.ts';
import { figurePoints } from './figurePoints.ts';
import { historyPoints } from './historyPoints.ts';
import { readPoints } from './readPoints.ts';
import { readSample, type Sample } from './readSample.ts';
import { tryWrites, type WriteTrial } from './tryWrites.ts';
import { notTried, type Evidence, type Point } from './verdicts.ts';
import { writePoints } from './writePoints.ts';

export interface CheckOptions {
  readonly source: Source;
  /** Origin of the service, for the report. */
  readonly service: string;
  /** Now, in epoch milliseconds. */
  readonly clock: () => number;
  /** Whether a user and a webhook are made. */
  readonly hasWrites: boolean;
}

const points = [...readPoints, ...figurePoints, ...historyPoints, ...writePoints];
const noSample: Sample = { users: [], thematics: [], agreements: [] };

/** Checks another Portfolio Service, call by call: progress, then the report. Ended early, it removes its webhook. */
export async function* checkService({
  source,
  service,
  clock,
  hasWrites,
}: CheckOptions): AsyncGenerator<ServiceCheckLine, undefined> {
  const startedAt = clock();
  const exchanges = createExchanges(source, clock);
  const left: string[] = [];
  let sample = noSample;
  let written: WriteTrial | null = null;
  let unreachable: string | null = null;
  try {
    sample = yield* readSample(exchanges, clock);
    if (hasWrites) written = yield* tryWrites(exchanges, startedAt, left);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    unreachable = error.message;
  }
  const evidence = { all: exchanges.all, sample, written, hasWrites, now: clock() };
  yield {
    report: {
      service,
      startedAt: formatTime(startedAt),
      endedAt: formatTime(clock()),
      hasWrites,
      requests: exchanges.all.length,
      unreachable,
      left,
      ...judged(evidence),
      latencies: latenciesOf(exchanges.all),
    },
  };
}

const notAgreed = notTried('Changes were not agreed to.');

function judged(
  evidence: Evidence & { readonly hasWrites: boolean },
): Pick<CheckReport, 'points' | 'counts'> {
  const byCall = Map.groupBy(evidence.all, ({ call }) => call);
  const judgeOf = (call: CallName, judge: Point['judge']) =>
    !evidence.hasWrites && !isReadCall(call) ? notAgreed : judge(byCall.get(call) ?? [], evidence);
  const checked = [...reads, ...writes].flatMap((call) =>
    points
      .filter(({ calls }) => calls.includes(call))
      .map(({ id, checks, why, source, isHarmless, handling, judge }) => ({
        id,
        call: labelOf(call),
        checks,
        why,
        source,
        isHarmless,
        handling,
        ...judgeOf(call, judge),
      })),
  );
  const countOf = (wanted: string) => checked.filter(({ outcome }) => outcome === wanted).length;
  const [passed, notTried, differs, unreadable] = checkOutcomes.map(countOf);
  return {
    points: checked,
    counts: {
      passed: passed ?? 0,
      'not-tried': notTried ?? 0,
      differs: differs ?? 0,
      unreadable: unreadable ?? 0,
    },
  };
}

function latenciesOf(all: readonly Exchange[]): CheckReport['latencies'] {
  return [...Map.groupBy(all, ({ call }) => call)].flatMap(([call, ofCall]) => {
    const times = ofCall.flatMap(({ answer }) => answer?.ms ?? []).toSorted((a, b) => a - b);
    const medianMs = times[Math.floor(times.length / 2)];
    const slowestMs = times.at(-1);
    return medianMs === undefined || slowestMs === undefined
      ? []
      : [{ call: labelOf(call), answers: times.length, medianMs, slowestMs }];
  });
}
