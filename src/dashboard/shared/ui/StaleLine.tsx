import { answeredPath, messageOf } from '../api/errors.ts';
import { formatClock } from '../format/time.ts';
import { NoteLine } from './NoteLine.tsx';
import { RawJson } from './RawJson.tsx';

interface StaleLineProps {
  /** What could not be refreshed, as a plural or singular noun: "Wallets", "The history". */
  readonly what: string;
  readonly error: unknown;
  /** Epoch milliseconds of the failure and of the data that is still shown. */
  readonly failedAt: number;
  readonly shownAt: number;
  readonly onRetry: () => void;
}

/** A refetch failed: the old data stays under this line. */
export function StaleLine({ what, error, failedAt, shownAt, onRetry }: StaleLineProps) {
  const path = answeredPath(error);
  return (
    <NoteLine
      tone="danger"
      action={
        <>
          {path !== null && <RawJson title={`the answer of ${path}`} path={path} look="line" />}
          <button type="button" onClick={onRetry}>
            Retry
          </button>
        </>
      }
    >
      {what} could not be refreshed at {formatClock(failedAt)}: {messageOf(error)} Showing{' '}
      {formatClock(shownAt)}.
    </NoteLine>
  );
}
