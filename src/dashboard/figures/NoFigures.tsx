import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The reason why a panel has nothing to show. */
export function NoFigures({ children }: { readonly children: ReactNode }) {
  return (
    <Text px="var(--gutter)" pb="md" c="dimmed">
      {children}
    </Text>
  );
}

/** No record has a value, or amounts are not known: every figure has the same reason. */
export const haveReason = ({ reason }: { readonly reason?: string | undefined }): boolean =>
  reason !== undefined;
