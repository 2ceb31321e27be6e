import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Capabilities } from '#contract/capabilities.ts';
import { day } from '#contract/historyType.ts';
import { parseTime } from '#contract/time.ts';
import { NetworkError } from '../../api/errors.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useLive } from '../../api/live/state.ts';
import { useNow } from '../../design/Ago.tsx';
import classes from './Bar.module.css';

/** How fresh what is shown is. */
type State =
  | { readonly kind: 'unknown' }
  /** Prices arrive and the figures tick: told as they come, or asked for again and again. */
  | {
      readonly kind: 'live' | 'polling';
      readonly market: 'simulated' | 'stored';
      readonly asOf: number;
    }
  /** Nothing ticks: all windows end there. */
  | { readonly kind: 'stored'; readonly asOf: number }
  /** Nothing new comes; what is shown stays readable. */
  | { readonly kind: 'lost'; readonly why: Loss; readonly since: number };

/** The network is down, the service answers with failures, or ticks are missed and nobody knows why yet. */
type Loss = 'connection' | 'answer' | 'ticks';

/** What is known of the service, which each tick renews. */
export interface Heard {
  readonly data: Capabilities | undefined;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** So many ticks may be missed, and one answer may take so long, before the figures are not called live. */
const missed = 3;
const graceMs = 15_000;

export function freshnessOf(
  { data, error, dataUpdatedAt, errorUpdatedAt }: Heard,
  now: number,
  isLive: boolean,
): State {
  if (error !== null) {
    const why = error instanceof NetworkError ? 'connection' : 'answer';
    return { kind: 'lost', why, since: data === undefined ? errorUpdatedAt : dataUpdatedAt };
  }
  if (data === undefined) return { kind: 'unknown' };
  const { kind: market, asOf, tickSeconds } = data.market;
  if (tickSeconds === null) return { kind: 'stored', asOf: parseTime(asOf) };
  if (now - dataUpdatedAt > missed * tickSeconds * 1000 + graceMs) {
    return { kind: 'lost', why: 'ticks', since: dataUpdatedAt };
  }
  return { kind: isLive ? 'live' : 'polling', market, asOf: parseTime(asOf) };
}

const losses: Record<Loss, string> = {
  connection: 'No connection',
  answer: 'No answer',
  ticks: 'Not live',
};

/** What the figures are and how old: the market, the time of its prices, and since when nothing answers. */
export function Freshness() {
  const format = useFormat();
  const heard = useQuery(capabilitiesQuery);
  const now = useNow();
  const isLive = useLive();
  const state = freshnessOf(heard, now, isLive);
  const words = wordsOf(state, isLive, format);
  return (
    <div className={clsx(classes.freshness, classes[state.kind])} title={words.title}>
      {state.kind !== 'unknown' && <i aria-hidden />}
      {words.strong !== '' && <b>{words.strong}</b>}
      {words.time !== '' && <span className={classes.time}>{words.time}</span>}
      {/* Only a change of state is spoken, not each tick. */}
      <VisuallyHidden component="output">{words.spoken}</VisuallyHidden>
    </div>
  );
}

interface Words {
  readonly strong: string;
  readonly time: string;
  readonly title: string;
  readonly spoken: string;
}

const comes = {
  live: { word: 'Live', how: 'changes show as they happen' },
  polling: { word: 'Polling', how: 'asked for again as often as prices come' },
} as const;

type Ticking = Extract<State, { readonly asOf: number; readonly market: string }>;

const words = {
  unknown: () => ({ strong: '', time: '', title: '', spoken: '' }),
  ticking: ({ kind, market, asOf }: Ticking, format: Format) => {
    const { word, how } = comes[kind];
    const strong = market === 'simulated' ? `${word}, simulated market` : word;
    const time = zoned(asOf, format, isToday(asOf) ? 'clockSeconds' : 'dateTime');
    return { strong, time, title: `${strong}, prices of ${time}; ${how}`, spoken: strong };
  },
  stored: ({ asOf }: Extract<State, { kind: 'stored' }>, isLive: boolean, format: Format) => {
    const time = `as of ${zoned(asOf, format, 'dateTime')}`;
    const what = isLive ? comes.live.how : 'nothing new comes by itself';
    const title = `Stored prices ${time}; ${what}`;
    return { strong: 'Stored prices', time, title, spoken: `Stored prices ${time}` };
  },
  lost: ({ why, since }: Extract<State, { kind: 'lost' }>, format: Format) => {
    const strong = `${losses[why]} since ${format[isToday(since) ? 'clock' : 'dateTime'](since)}`;
    const title = `${strong}. Everything shown stays readable; it is tried again by itself.`;
    return { strong, time: '', title, spoken: title };
  },
} satisfies Record<string, (...state: never[]) => Words>;

function wordsOf(state: State, isLive: boolean, format: Format): Words {
  if (state.kind === 'live' || state.kind === 'polling') return words.ticking(state, format);
  if (state.kind === 'stored') return words.stored(state, isLive, format);
  return state.kind === 'lost' ? words.lost(state, format) : words.unknown();
}

function zoned(at: number, format: Format, style: 'clockSeconds' | 'dateTime'): string {
  return `${format[style](at)} ${format.zone(at)}`;
}

function isToday(at: number): boolean {
  return Math.abs(Date.now() - at) < day;
}
