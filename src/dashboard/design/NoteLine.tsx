import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Children, type ReactNode } from 'react';
import { answeredPath, codeLineOf, isUnauthenticated, messageOf } from '../api/errors.ts';
import { useIsKnown } from '../api/signIn.ts';
import { useFormat } from '../preferences/format.ts';
import { JsonLink } from './JsonLink.tsx';
import classes from './NoteLine.module.css';

interface NoteLineProps {
  readonly tone: 'warn' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** The action must be a plain `<button>`. */
export function NoteLine({ tone, children, action }: NoteLineProps) {
  return (
    <Group
      role="status"
      className={classes.note}
      gap="xs"
      wrap="nowrap"
      mih={32}
      px="var(--gutter)"
      py={6}
      bg={`var(--${tone}-tint)`}
    >
      <IconAlertTriangle color={`var(--${tone})`} size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
      {action}
    </Group>
  );
}

interface StaleLineProps {
  readonly what: string;
  readonly error: unknown;
  /** Epoch ms of the failure and of the data that is still shown. */
  readonly failedAt: number;
  readonly shownAt: number;
  readonly onRetry: () => void;
}

export function StaleLine({ what, error, failedAt, shownAt, onRetry }: StaleLineProps) {
  const format = useFormat();
  const isSomebody = useIsKnown();
  // The sign-in form reports this once, and the page below it prints unchanged.
  if (isUnauthenticated(error) && !isSomebody) return null;
  const path = answeredPath(error);
  return (
    <NoteLine
      tone="danger"
      action={
        <>
          {path !== null && <JsonLink title={path} path={path} variant="line" />}
          <button type="button" onClick={onRetry}>
            Retry
          </button>
        </>
      }
    >
      {what} could not be refreshed at {format.clock(failedAt)}: {messageOf(error)} Showing data
      from {format.clock(shownAt)}.
    </NoteLine>
  );
}

const tints = {
  plain: 'var(--surface-1)',
  good: 'var(--ok-tint)',
  bad: 'var(--danger-tint)',
  error: 'var(--danger-tint)',
};

interface ResultProps {
  readonly tone?: keyof typeof tints;
  readonly children: ReactNode;
}

export function Result({ tone = 'plain', children }: ResultProps) {
  return (
    <Text
      component="div"
      role={tone === 'error' ? 'alert' : 'status'}
      size="xs"
      px="sm"
      py="xs"
      bg={tints[tone]}
      bdrs="sm"
      style={{ overflowWrap: 'anywhere' }}
    >
      {children}
    </Text>
  );
}

interface RefusalProps {
  readonly lead?: string;
  readonly error: unknown;
  readonly children?: ReactNode;
}

export function Refusal({ lead, error, children }: RefusalProps) {
  if (error === null && Children.toArray(children).length === 0) return null;
  const code = codeLineOf(error);
  return (
    <Result tone="error">
      {error !== null && (
        <p>
          {lead} {messageOf(error)}
        </p>
      )}
      {children}
      {code !== null && (
        <p>
          <code>{code}</code>
        </p>
      )}
    </Result>
  );
}
