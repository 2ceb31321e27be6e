import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { day } from '#contract/historyType.ts';
import { capabilitiesQuery } from '../../shared/api/capabilities.ts';
import {
  formatClock,
  formatClockSeconds,
  formatDateTime,
  formatZone,
} from '../../shared/format/time.ts';
import { usePreferences } from '../../shared/preferences.ts';
import classes from './Freshness.module.css';
import { type Freshness as State, freshnessOf, type Loss } from './freshnessOf.ts';

const losses: Record<Loss, string> = {
  connection: 'No connection',
  answer: 'No answer',
  ticks: 'Not live',
};

/** What the figures are and how old: the market, the time of its prices, and since when nothing answers. */
export function Freshness() {
  usePreferences();
  const heard = useQuery(capabilitiesQuery);
  const now = useNow();
  const state = freshnessOf(heard, now);
  const told = wordsOf(state);
  return (
    <div className={clsx(classes.freshness, classes[state.kind])} title={told.title}>
      {state.kind !== 'unknown' && <i aria-hidden />}
      {told.strong !== '' && <b>{told.strong}</b>}
      {told.time !== '' && <span className={classes.time}>{told.time}</span>}
      {/* Only a change of state is spoken, not each tick. */}
      <output className={classes.spoken}>{told.spoken}</output>
    </div>
  );
}

interface Words {
  readonly strong: string;
  readonly time: string;
  readonly title: string;
  readonly spoken: string;
}

const words: { readonly [K in State['kind']]: (state: Extract<State, { kind: K }>) => Words } = {
  unknown: () => ({ strong: '', time: '', title: '', spoken: '' }),
  live: ({ market, asOf }) => {
    const strong = market === 'simulated' ? 'Live, simulated market' : 'Live';
    const time = zoned(isToday(asOf) ? formatClockSeconds : formatDateTime, asOf);
    return { strong, time, title: `${strong}, prices of ${time}`, spoken: strong };
  },
  stored: ({ asOf }) => {
    const time = `as of ${zoned(formatDateTime, asOf)}`;
    const title = `Stored prices ${time}; nothing new comes by itself`;
    return { strong: 'Stored prices', time, title, spoken: `Stored prices ${time}` };
  },
  lost: ({ why, since }) => {
    const strong = `${losses[why]} since ${(isToday(since) ? formatClock : formatDateTime)(since)}`;
    const title = `${strong}. Everything shown stays readable; it is tried again by itself.`;
    return { strong, time: '', title, spoken: title };
  },
};

function wordsOf(state: State): Words {
  if (state.kind === 'live') return words.live(state);
  if (state.kind === 'stored') return words.stored(state);
  return state.kind === 'lost' ? words.lost(state) : words.unknown(state);
}

function zoned(format: (at: number) => string, at: number): string {
  return `${format(at)} ${formatZone(at)}`;
}

function isToday(at: number): boolean {
  return Math.abs(Date.now() - at) < day;
}

/** The time, second by second: missed ticks are told by nothing else. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
