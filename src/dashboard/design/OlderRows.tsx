import { Button, Group } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';

interface OlderRowsProps {
  readonly count: string;
  readonly query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >;
}

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
