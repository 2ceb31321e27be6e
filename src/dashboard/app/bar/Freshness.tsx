import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { day } from '#contract/historyType.ts';
import { capabilitiesQuery } from '../../portfolio/capabilities.ts';
import { type Format, useFormat } from '../../preferences/format.ts';
import { useLive } from '../../api/live/state.ts';
import { useNow } from '../../design/now.ts';
import classes from './Freshness.module.css';
import { type Freshness as State, freshnessOf, type Loss } from './freshnessOf.ts';

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
  const told = wordsOf(state, isLive, format);
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
