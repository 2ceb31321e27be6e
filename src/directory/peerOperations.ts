import { directoryPeriods } from '#contract/directory.ts';
import type { GroupBy } from '#contract/directoryGroupParameters.ts';
import { getNearestUsers, getOutliers, getPeers } from '#contract/operations/peers.ts';
import { minPeers, type Peers } from '#contract/peers.ts';
import { formatTime } from '#contract/time.ts';
import { implement, Reply, type Implementation } from '#platform/http/implement.ts';
import { problem } from '#platform/http/problem.ts';
import type { Directory } from './directory.ts';
import { type DirectoryFeed, responseNotesHeaders } from './directoryFeed.ts';
import { peersOf, rowOf, sharedValues, type PeersOfUser } from './peers.ts';
import { inSlices } from './slices.ts';
import { nearestTo, outliersOf } from './weights.ts';

export function peerOperations(feed: DirectoryFeed): Implementation[] {
  const isReported = typeof feed.holdings === 'string';
  const reply = <Value>(value: Value) => new Reply(200, value, responseNotesHeaders(feed));
  return [
    implement(getPeers, async ({ params: { id, historyType }, query: { by } }) => {
      if (by === undefined) {
        throw problem(
          'missing-parameter',
          'by is required: thematic, or attribute.NAME such as attribute.country.',
        );
      }
      const directory = await feed.fresh();
      const { row, asOf } = await ownRow(directory, id);
      const period = directoryPeriods.find((one) => one === historyType);
      if (period === undefined) {
        const values = sharedValues(directory, row, by);
        return reply(answerOf({ ...noPeers, asOf, values }, by, allReason));
      }
      const found = await inSlices(peersOf(directory, row, by, period));
      return reply(answerOf(found, by, reasonOf(found, by, isReported)));
    }),

    implement(getNearestUsers, async ({ params: { id } }) => {
      const directory = await feed.fresh();
      const { row } = await ownRow(directory, id);
      const { asOf, isKnown, ...found } = await inSlices(nearestTo(directory, row));
      return reply({
        asOf: formatTime(asOf),
        ...found,
        rows: [...found.rows],
        reason: isKnown
          ? found.rows.length > 0
            ? null
            : 'No other user holds any of these tokens.'
          : 'This user has no holdings with known values.',
      });
    }),

    implement(getOutliers, async ({ params: { id } }) => {
      if (!(await feed.names('thematic')).has(id)) {
        throw problem(
          'thematic-not-found',
          `There is no thematic with the id ${JSON.stringify(id)}.`,
        );
      }
      const { asOf, ...found } = await inSlices(outliersOf(await feed.fresh(), id));
      return reply({
        asOf: formatTime(asOf),
        ...found,
        rows: [...found.rows],
        reason: tooFew(found.compared, 'wallets of this thematic have known weights'),
      });
    }),
  ];
}

async function ownRow(directory: Directory, customId: string) {
  const own = await inSlices(rowOf(directory, customId));
  if (own === undefined) {
    throw problem('user-not-found', `There is no user with the id ${JSON.stringify(customId)}.`);
  }
  return own;
}

const allReason = `Peers are known for the periods ${directoryPeriods.join(', ')}.`;

const noPeers = { count: 0, unknown: 0, times: new Float64Array(0), band: null } as const;

function answerOf(found: PeersOfUser, by: GroupBy, reason: string | null): Peers {
  const { asOf, values, count, unknown, times, band } = found;
  return {
    asOf: formatTime(asOf),
    by,
    values: [...values],
    count,
    unknown,
    dates: Array.from(times, formatTime),
    median: band?.map(({ median }) => median) ?? null,
    lower: band?.map(({ lower }) => lower) ?? null,
    upper: band?.map(({ upper }) => upper) ?? null,
    reason,
  };
}

function reasonOf({ values, count }: PeersOfUser, by: GroupBy, isReported: boolean): string | null {
  if (values.length > 0) {
    return tooFew(
      count,
      isReported
        ? 'histories of other users with these values have been read over this period'
        : 'other users with these values were valued throughout the period',
    );
  }
  if (by === 'thematic') return 'This user has no open wallet.';
  return `This user has no attribute ${by.slice('attribute.'.length)}.`;
}

function tooFew(count: number, what: string): string | null {
  if (count >= minPeers) return null;
  return `Only ${count} ${what}; at least ${minPeers} are needed.`;
}
