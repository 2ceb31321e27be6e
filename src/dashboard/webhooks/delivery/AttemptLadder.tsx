import { clsx } from 'clsx';
import type { DeliveryWithAttempts } from '#contract/delivery.ts';
import { useFormat } from '../../preferences/format.ts';
import { thinSpace } from '../../preferences/figures.ts';
import { useNow } from '../../design/now.ts';
import { Ago } from '../../design/Ago.tsx';
import { answerWords, markOf } from '../deliveries/deliveryWords.ts';
import { StatusMark } from '../StatusMark.tsx';
import classes from './AttemptLadder.module.css';

interface AttemptLadderProps {
  readonly delivery: DeliveryWithAttempts;
  readonly shown: number | null;
  readonly onShow: (number: number) => void;
}

/** The attempts, and the next one. */
export function AttemptLadder({ delivery, shown, onShow }: AttemptLadderProps) {
  const format = useFormat();
  const { history, attempts, nextAt, isSending, state } = delivery;
  return (
    <ol className={classes.ladder} aria-label="Attempts">
      {history.map((attempt) => (
        <li key={attempt.number} className={clsx(attempt.number === shown && classes.shown)}>
          <button
            type="button"
            aria-pressed={attempt.number === shown}
            onClick={() => onShow(attempt.number)}
          >
            <span>{attempt.number}</span>
            <StatusMark
              mark={attempt.succeeded ? 'ok' : 'failed'}
              word={attempt.succeeded ? 'Delivered' : 'Failed'}
            />
            <b>{answerWords(attempt)}</b>
            <span className={classes.time} title={format.dayTime(attempt.at)}>
              {format.clockSeconds(attempt.at)}
            </span>
            <span className={classes.took}>
              {format.market.total(attempt.timing.total / 1000)}
              {thinSpace}s
            </span>
          </button>
        </li>
      ))}
      {state === 'pending' && (
        <li className={classes.next}>
          <span>{attempts + 1}</span>
          <StatusMark mark="waiting" word="Next" />
          <span>{isSending ? 'under way' : 'next'}</span>
          <span className={classes.time}>{nextAt !== null && format.clockSeconds(nextAt)}</span>
          <span className={classes.took}>{nextAt !== null && <NextIn at={nextAt} />}</span>
        </li>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <li className={classes.next}>
          <span />
          <StatusMark mark={markOf(delivery)[0]} word="" />
          <span className={classes.end}>
            {state === 'failed'
              ? 'Failed. Redeliver sends it again.'
              : 'Cancelled: its webhook was removed, or its endpoint disabled.'}
          </span>
        </li>
      )}
    </ol>
  );
}

/** In how long the next attempt is; one that is due waits for its turn, or for the probe of a paused endpoint. */
function NextIn({ at }: { readonly at: string }) {
  return Date.parse(at) <= useNow() ? 'due' : <Ago at={at} />;
}
