import { Box, Skeleton } from '@mantine/core';

/** @param height in px, without the padding below. */
export function PanelSkeleton({ height }: { readonly height: number }) {
  return (
    <Box px="var(--gutter)" pb="md">
      <Skeleton height={height} />
    </Box>
  );
}
