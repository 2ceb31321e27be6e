import { Button, EmptyState } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { answeredPath, codeLineOf, HttpError, isNotOffered, messageOf } from '../api/errors.ts';
import { JsonLink } from './JsonLink.tsx';

interface EmptyPaneProps {
  /** What was asked and is not there: “No user matches “aqme””. */
  readonly title: ReactNode;
  /** Why nothing is there. */
  readonly children?: ReactNode;
  /** The one next step. */
  readonly actions?: ReactNode;
}

/** Nothing to show: what was asked, why nothing is there, the one next step. */
export function EmptyPane({ title, children, actions }: EmptyPaneProps) {
  return (
    <EmptyState title={title} description={children}>
      {actions !== undefined && <EmptyState.Actions>{actions}</EmptyState.Actions>}
    </EmptyState>
  );
}

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
  const title = (
    <>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      {titleOf(what, error)}
    </>
  );
  return (
    <EmptyState role="alert" title={title} description={messageOf(error)}>
      {code !== null && <code>{code}</code>}
      <EmptyState.Actions>
        {!isNotOffered(error) && (
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={onRetry}
          >
            Retry
          </Button>
        )}
        {children}
        {path !== null && <JsonLink title={`the answer of ${path}`} path={path} />}
        {wait !== null && <small>again by itself after {wait} s</small>}
      </EmptyState.Actions>
    </EmptyState>
  );
}

function titleOf(what: string, error: unknown): string {
  if (!(error instanceof HttpError)) return `${what} could not be read`;
  const hasTitle = error.status < 500 || isNotOffered(error);
  return (hasTitle ? error.problem?.title : undefined) ?? `${what} could not be read`;
}
