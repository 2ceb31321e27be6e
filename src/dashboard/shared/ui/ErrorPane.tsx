import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { answeredPath, codeLineOf, HttpError, messageOf } from '../api/errors.ts';
import { Button } from './Button.tsx';
import { RawJson } from './RawJson.tsx';
import classes from './EmptyPane.module.css';

interface ErrorPaneProps {
  /** What could not be read: "Wallets", "The history". */
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Where to go instead, such as a link back from what does not exist. */
  readonly children?: ReactNode;
}

/** An error and nothing to show yet: the words of the answer, a line that can be quoted, Retry for this panel alone. */
export function ErrorPane({ what, error, onRetry, children }: ErrorPaneProps) {
  const code = codeLineOf(error);
  const path = answeredPath(error);
  const wait = error instanceof HttpError ? error.retryAfter : null;
  return (
    <div className={classes.void} role="alert">
      <p className={classes.title}>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        {titleOf(what, error)}
      </p>
      <p>{messageOf(error)}</p>
      {code !== null && <p className={classes.code}>{code}</p>}
      <div className={classes.actions}>
        <Button icon={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onRetry}>
          Retry
        </Button>
        {children}
        {path !== null && <RawJson title={`the answer of ${path}`} path={path} />}
        {wait !== null && <span className={classes.wait}>again by itself after {wait} s</span>}
      </div>
    </div>
  );
}

function titleOf(what: string, error: unknown): string {
  if (!(error instanceof HttpError)) return `${what} could not be read`;
  const title = error.status < 500 && error.problem !== null ? error.problem.title : null;
  return title ?? `${what} could not be read`;
}
