import type { Attempt } from '#contract/delivery.ts';
import { formatBytes } from '../../preferences/figures.ts';
import { BodyText } from './BodyText.tsx';
import classes from './DeliveryPane.module.css';
import { HeaderList } from './HeaderList.tsx';

/** What came back of an attempt, or why nothing did. */
export function AnswerBlock({ attempt }: { readonly attempt: Attempt }) {
  const { answer, status, fault, rule, succeeded, address } = attempt;
  const size = answer === null ? 0 : new TextEncoder().encode(answer.body).length;
  return (
    <div className={classes.block}>
      <h3>
        Answer{' '}
        <span>
          <b className={succeeded ? undefined : classes.bad}>{status ?? 'none'}</b>
          {answer !== null && `, ${formatBytes(size)}`}
        </span>
      </h3>
      {answer !== null && <HeaderList headers={answer.headers} />}
      {answer !== null && answer.body !== '' && <BodyText text={answer.body} label="Answer body" />}
      {answer?.isCut === true && (
        <p className={classes.why}>
          The answer was cut here: of each 16 kB are read and kept at most.
        </p>
      )}
      {/* What the status says already is not said twice. */}
      {fault !== null && fault !== `Answered ${status}.` && <p className={classes.why}>{fault}</p>}
      {rule !== null && (
        <p className={classes.why}>
          Refused by rule: {rule}
          {address !== null && ` (${address})`}
        </p>
      )}
    </div>
  );
}
