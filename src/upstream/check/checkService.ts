import { formatTime } from '#contract/time.ts';
import type { CheckOutcome, CheckReport, ServiceCheckLine } from '#contract/serviceCheck.ts';
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
import {
  medianOf,
  notTried,
  readFindings,
  reported,
  timesOf,
  type CallFinding,
} from './callFindings.ts';
import { readSample } from './readSample.ts';
import { tryWrites, type WriteTrial } from './tryWrites.ts';
import { writeFindings } from './writeFindings.ts';

export interface CheckOptions {
  readonly source: Source;
  /** Origin of the service, for the report. */
  readonly service: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Also creates a user and a webhook. */
  readonly hasWrites: boolean;
}

/**
 * Checks another Portfolio Service call by call. Yields progress, then the report. Removes its webhook even if it is stopped
 * early.
 */
export async function* checkService({
  source,
  service,
  clock,
  hasWrites,
}: CheckOptions): AsyncGenerator<ServiceCheckLine, undefined> {
  const startedAt = clock();
  const exchanges = createExchanges(source, clock);
  const left: string[] = [];
  let written: WriteTrial | null = null;
  let unreachable: string | null = null;
  try {
    yield* readSample(exchanges, clock);
    if (hasWrites) written = yield* tryWrites(exchanges, startedAt, left);
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    unreachable = error.message;
  }
  const { all } = exchanges;
  const findings = [...reads, ...writes].flatMap((call) =>
    reported(
      call,
      findingsOf(call),
      all.filter((one) => one.call === call),
    ),
  );
  const countOf = (wanted: CheckOutcome) =>
    findings.filter(({ outcome }) => outcome === wanted).length;

  function findingsOf(call: CallName): readonly CallFinding[] {
    if (isReadCall(call)) return readFindings(all.filter((one) => one.call === call));
    return hasWrites ? writeFindings(call, all, written) : [notAgreed];
  }

  yield {
    report: {
      service,
      startedAt: formatTime(startedAt),
      endedAt: formatTime(clock()),
      hasWrites,
      requests: all.length,
      unreachable,
      left,
      counts: {
        passed: countOf('passed'),
        'not-tried': countOf('not-tried'),
        differs: countOf('differs'),
        unreadable: countOf('unreadable'),
      },
      findings,
      latencies: latenciesOf(all),
    },
  };
}

const notAgreed = notTried('Changes were not allowed.');

function latenciesOf(all: readonly Exchange[]): CheckReport['latencies'] {
  return [...Map.groupBy(all, ({ call }) => call)].flatMap(([call, exchanges]) => {
    const times = timesOf(exchanges);
    const medianMs = medianOf(exchanges);
    const slowestMs = times.at(-1);
    return medianMs === undefined || slowestMs === undefined
      ? []
      : [{ call: labelOf(call), answers: times.length, medianMs, slowestMs }];
  });
}
