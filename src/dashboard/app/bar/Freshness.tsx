import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Capabilities } from '#contract/capabilities.ts';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { NetworkError } from '../../api/errors.ts';
import { serverTime } from '../../api/serverClock.ts';
import { capabilitiesQuery, everyText } from '../../portfolio/capabilities.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useLive } from '../../api/live/state.ts';
import { useNow } from '../../design/Ago.tsx';
import classes from './Bar.module.css';

export interface CapabilitiesResult {
  readonly data: Capabilities | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

interface FreshnessState {
  /** `live` and `polling` receive new prices, `stored` has no ticks, `lost` receives nothing. */
  readonly kind: 'live' | 'polling' | 'stored' | 'lost' | 'unknown';
  readonly strong: string;
  readonly time: string;
  readonly title: string;
  /** Announces only a change of state, not each tick. */
  readonly spoken: string;
}

/** Figures are live until this many ticks are missed and a response has taken this long. */
const maxMissedTicks = 3;
const responseMs = 15_000;

const updates = {
  live: { word: 'Live', how: 'changes appear immediately' },
  polling: { word: 'Polling', how: 'refreshed as often as prices update' },
} as const;

export function freshnessOf(
  result: CapabilitiesResult,
  now: number,
  isLive: boolean,
  format: Format,
): FreshnessState {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = result;
  if (error !== null) {
    const why = error instanceof NetworkError ? 'No connection' : 'No answer';
    return lost(why, data === undefined ? errorUpdatedAt : dataUpdatedAt, format);
  }
  if (data === undefined) return { kind: 'unknown', strong: '', time: '', title: '', spoken: '' };
  const { kind: market, tickSeconds } = data.market;
  const { connectedTo, faultSince } = data.service;
  const asOf = parseTime(data.market.asOf);
  const zone = format.zone(asOf);
  if (tickSeconds === null) {
    const strong = 'Stored prices';
    const time = `as of ${format.dateTime(asOf)} ${zone}`;
    const what = isLive ? updates.live.how : 'no automatic updates';
    const spoken = `${strong} ${time}`;
    return { kind: 'stored', strong, time, title: `${spoken}; ${what}`, spoken };
  }
  if (now - dataUpdatedAt > maxMissedTicks * tickSeconds * 1000 + responseMs)
    return lost('Not live', dataUpdatedAt, format);
  const kind = isLive ? 'live' : 'polling';
  if (connectedTo !== null) {
    // The connected service may be down while ours responds.
    const isLate = serverTime(now) - asOf > maxMissedTicks * tickSeconds * 1000 + responseMs;
    if (faultSince !== null || isLate)
      return lost(
        `No answer from ${connectedTo}`,
        parseTime(faultSince ?? data.market.asOf),
        format,
      );
    const strong = `Connected to ${connectedTo}`;
    const time = `${format[isToday(asOf) ? 'clock' : 'dateTime'](asOf)} ${zone}`;
    // The settings say whether changes are pushed or found by sync.
    const title = `${strong}, last answer at ${time}; data refreshes ${everyText(tickSeconds)}`;
    return { kind, strong, time, title, spoken: strong };
  }
  const { word, how } = updates[kind];
  const strong = market === 'simulated' ? `${word}, simulated market` : word;
  const time = `${format[isToday(asOf) ? 'clockSeconds' : 'dateTime'](asOf)} ${zone}`;
  return { kind, strong, time, title: `${strong}, prices of ${time}; ${how}`, spoken: strong };
}

function lost(why: string, since: number, format: Format): FreshnessState {
  const strong = `${why} since ${format[isToday(since) ? 'clock' : 'dateTime'](since)}`;
  const title = `${strong}. Displayed data stays; retries are automatic.`;
  return { kind: 'lost', strong, time: '', title, spoken: title };
}

function isToday(at: number): boolean {
  return Math.abs(Date.now() - at) < day;
}

export function Freshness() {
  const result = useQuery(capabilitiesQuery);
  const { kind, strong, time, title, spoken } = freshnessOf(
    result,
    useNow(),
    useLive(),
    useFormat(),
  );
  return (
    <div className={clsx(classes.freshness, classes[kind])} title={title}>
      {kind !== 'unknown' && <i aria-hidden />}
      {strong !== '' && <b>{strong}</b>}
      {time !== '' && <span className={classes.time}>{time}</span>}
      <VisuallyHidden component="output">{spoken}</VisuallyHidden>
    </div>
  );
}
