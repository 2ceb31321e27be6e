import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

interface OlderRowsProps {
  /** How many rows are shown, as it is written. */
  readonly count: string;
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
}

/** Below a list that begins with its newest rows: how many are shown, and a button for older ones. */
export function OlderRows({ count, query }: OlderRowsProps) {
  return (
    <Group gap="xs" mih={44} px="var(--gutter)" fz="xs" c="dimmed">
      <span>{count} shown</span>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading…' : 'Older'}
        </Button>
      )}
    </Group>
  );
}
