import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type HistoryType, windowOf } from '#contract/historyType.ts';
import type { Peers } from '#contract/peers.ts';
import { isPastType } from '#contract/period.ts';
import { parseTime } from '#contract/time.ts';
import type { User } from '#contract/user.ts';
import { keys } from '../portfolio/queryKeys.ts';
import { useAsOf } from '../url/asOf.ts';
import { peersParam } from '../url/params.ts';
import { useSearchParam } from '../url/searchParam.ts';
import type { HistoryWindow } from './historyWindow.ts';
import { type PeerBand, peerLines } from './peerLines.ts';
import type { LinesBeside } from './useHistoryScene.ts';

// Few visitors compare with peers.
const readPeers = (customId: string, by: string, type: HistoryType) =>
  queryOptions({
    queryKey: keys.peers(customId, by, type),
    queryFn: async ({ signal }) =>
      (await import('./readPeers.ts')).readPeers(customId, by, type, signal),
    meta: { ticks: true },
  });

export interface PeersOfChart {
  /** `thematic` or `attribute.NAME`; empty: off. */
  readonly by: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly choose: (by: string) => void;
  readonly answer: Peers | undefined;
  readonly error: unknown;
  readonly linesBeside: LinesBeside;
  /** Why this window has no peers; null if it can have. */
  readonly whyNot: string | null;
}

export const initialPeers = 'thematic';

/** Users that share a thematic or the value of an attribute, while the switch is on. */
export function usePeers(
  customId: string,
  user: User | undefined,
  window: HistoryWindow,
): PeersOfChart {
  const [by, choose] = useSearchParam(peersParam);
  const isPast = useAsOf() !== null;
  const { chosen, period, dragged } = window;
  const whyNot = isPast
    ? 'Peers are compared at present only'
    : !isPastType(chosen) || windowOf[chosen] === null
      ? 'Peers are compared over a day, a week, a month or a year'
      : dragged !== null
        ? 'Peers are compared from the start of the period: reset the zoom'
        : null;
  const { data, error } = useQuery({
    ...readPeers(customId, by, period),
    enabled: by !== '' && whyNot === null,
  });
  const answer = by === '' || whyNot !== null ? undefined : data;
  const linesBeside = useMemo((): LinesBeside => {
    const band = bandOf(answer);
    return (mode, main, span) => peerLines(band, mode, main, span);
  }, [answer]);
  const choices = useMemo(() => choicesOf(user, by), [user, by]);
  return {
    by,
    choices,
    choose,
    answer,
    error: answer === undefined ? error : null,
    linesBeside,
    whyNot,
  };
}

function bandOf(answer: Peers | undefined): PeerBand | null {
  if (answer === undefined) return null;
  const { dates, lower, median, upper } = answer;
  if (lower === null || median === null || upper === null) return null;
  return {
    times: Float64Array.from(dates, parseTime),
    lower: Float64Array.from(lower),
    median: Float64Array.from(median),
    upper: Float64Array.from(upper),
  };
}

const attributePrefix = 'attribute.';
/** Fields of a user that are not attributes, or that differ for each user. */
const ownFields: ReadonlySet<string> = new Set(
  '_id customId name createdAt updatedAt total walletCount sample'.split(' '),
);

/** Attributes with a text or a yes or no, which users can share. */
function choicesOf(user: User | undefined, by: string): PeersOfChart['choices'] {
  const names = Object.entries(user ?? {})
    .filter(([name, value]) => !ownFields.has(name) && ['string', 'boolean'].includes(typeof value))
    .map(([name]) => attributePrefix + name);
  const values = new Set(['thematic', ...names, ...(by === '' ? [] : [by])]);
  return Array.from(values, (value) => ({
    value,
    label: value === 'thematic' ? 'any thematic' : value.replace(attributePrefix, ''),
  }));
}
