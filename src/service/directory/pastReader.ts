import type { Directory } from '#directory/directory.ts';
import type { UserHoldings } from '#directory/holdings.ts';
import { pastPoint, usersToRead, type PastPoint } from '#directory/past.ts';
import { inSlices } from '#directory/slices.ts';
import { asOfAt } from '#platform/http/asOf.ts';
import type { Queries } from '#platform/database/database.ts';
import type { Market } from '../prices/market.ts';
import { readHoldingsAt } from './readUsers.ts';

const usersPerPage = 500;
/** Recently requested instants, each with the holdings that were read for it. */
const maxPoints = 4;

interface CachedPoint extends PastPoint {
  readonly directory: Directory;
  readonly state: string;
}

interface PastReaderOptions {
  readonly queries: Queries;
  readonly market: Market;
  readonly fresh: () => Promise<Directory>;
}

/**
 * Reads the holdings of all users at a past instant: from the directory, and from the database for users with omitted
 * statements.
 */
export function createPastReader({ queries, market, fresh }: PastReaderOptions) {
  const points: CachedPoint[] = [];

  return async (requested: number): Promise<PastPoint & { readonly directory: Directory }> => {
    const asOf = asOfAt(requested, { asOf: market.asOf(), tickSeconds: market.tickSeconds });
    const directory = await fresh();
    const state = `${asOf} ${market.kind} ${market.version} ${directory.revision}`;
    const known = points.find((one) => one.directory === directory && one.state === state);
    if (known !== undefined) return known;
    const keys = await inSlices(usersToRead(directory.tables));
    const read = new Map<number, UserHoldings>();
    for (let at = 0; at < keys.length; at += usersPerPage) {
      const page = await readHoldingsAt(queries, keys.slice(at, at + usersPerPage), asOf);
      for (const [key, holdings] of page) read.set(key, holdings);
    }
    const prices = {
      asOf: () => asOf,
      tokenIds: () => market.tokens().map(({ _id }) => _id),
      series: (token: string, times: Float64Array) => market.series(token, times),
      finestStep: () => null,
    };
    const past = await inSlices(pastPoint(directory.tables, prices, read));
    const point = { ...past, directory, state };
    points.unshift(point);
    points.length = Math.min(points.length, maxPoints);
    return point;
  };
}
