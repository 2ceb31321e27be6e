import { maxSinceAge } from '#contract/directorySince.ts';
import { day } from '#contract/historyType.ts';
import { formatTime } from '#contract/time.ts';
import type { ReadMemberHoldings, ReadSince } from '#directory/directoryFeed.ts';
import { inSlices } from '#directory/slices.ts';
import { problem } from '#platform/http/problem.ts';
import type { Market } from '../prices/market.ts';
import { loadInTime } from './loadInTime.ts';

/** Users may change while they are measured. */
const maxRounds = 3;

interface SinceReaderOptions {
  readonly market: Market;
  readonly holdings: ReadMemberHoldings;
}

/** Computes the figures of users since instants: of those in an answer, or of all users to sort them. */
export function createSinceReader({ market, holdings }: SinceReaderOptions): ReadSince {
  let lastOfAll: Promise<unknown> = Promise.resolve();

  const read: ReadSince = async (directory, { since }, instants, rows) => {
    const columns = await inSlices(since.open(instants));
    for (let round = 0; round < maxRounds; round++) {
      const missing = since.missing(columns, rows);
      if (missing.length === 0) break;
      const holdingsOf = await holdings(directory, missing, true);
      await inSlices(since.measure(columns, missing, holdingsOf));
    }
    if (rows === null) since.complete(columns);
    return columns;
  };

  return (directory, snapshot, instants, rows) => {
    for (const at of instants) checkInstant(at, market.asOf());
    if (rows !== null) return read(directory, snapshot, instants, rows);
    // One after the other, so that no user is measured twice.
    const reading = lastOfAll.catch(() => {}).then(() => read(directory, snapshot, instants, rows));
    lastOfAll = reading;
    return loadInTime(reading, () => 'The figures of all users since this instant are computed.');
  };
}

/** Throws 400 invalid-query. */
function checkInstant(at: number, asOf: number): void {
  const age = asOf - at;
  if (age >= 0 && age <= maxSinceAge) return;
  throw problem(
    'invalid-query',
    age < 0
      ? `since is ${formatTime(at)}, which is in the future: the present is ${formatTime(asOf)}. Use an earlier time.`
      : `since is ${formatTime(at)}, which is more than ${maxSinceAge / day} days before ${formatTime(asOf)}. Use a later time.`,
  );
}
