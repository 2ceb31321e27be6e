import { Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import {
  answeredPath,
  codeLineOf,
  HttpError,
  isNotOffered,
  messageOf,
  waitOf,
} from '../api/errors.ts';
import classes from './EmptyPane.module.css';
import { JsonLink } from './JsonLink.tsx';

interface EmptyPaneProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly code?: string | null;
  readonly actions?: ReactNode;
  readonly role?: 'alert';
}

export function EmptyPane({ title, children, code = null, actions, role }: EmptyPaneProps) {
  return (
    <div role={role} className={classes.pane}>
      <Stack gap={4} align="flex-start" maw={440}>
        <Text component="div" size="lg" fw={500}>
          {title}
        </Text>
        {children !== undefined && (
          <Text component="div" c="var(--ink-2)">
            {children}
          </Text>
        )}
        {code !== null && <code>{code}</code>}
        {actions !== undefined && (
          <Group gap="sm" mt="sm">
            {actions}
          </Group>
        )}
      </Stack>
    </div>
  );
}

interface ErrorPaneProps {
  readonly what: string;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children?: ReactNode;
}

/** Shows an error without data, with Retry for this panel only. If the service does not offer the data, shows the reason. */
export function ErrorPane({ what, error, onRetry, children }: ErrorPaneProps) {
  if (isNotOffered(error)) {
    return (
      <Text px="var(--gutter)" py="sm" c="dimmed">
        {messageOf(error)}
      </Text>
    );
  }
  const path = answeredPath(error);
  const wait = waitOf(error);
  const title = (
    <Group gap="xs" wrap="nowrap">
      <IconAlertTriangle className={classes.mark} size={20} stroke={1.75} aria-hidden />
      {titleOf(what, error)}
    </Group>
  );
  const actions = (
    <>
      <Button leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
      {children}
      {path !== null && <JsonLink title={path} path={path} />}
      {wait !== false && (
        <Text component="small" size="xs" c="dimmed">
          retries after {wait / 1000} s
        </Text>
      )}
    </>
  );
  return (
    <EmptyPane role="alert" title={title} code={codeLineOf(error)} actions={actions}>
      {messageOf(error)}
    </EmptyPane>
  );
}

function titleOf(what: string, error: unknown): string {
  if (!(error instanceof HttpError)) return `${what} could not be read`;
  return (error.status < 500 ? error.problem?.title : undefined) ?? `${what} could not be read`;
}
