import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useInSight } from './WhenSeen.tsx';

interface OnceSeenProps {
  /** Height in px until the content is loaded. */
  readonly height: number;
  readonly className?: string | undefined;
  readonly children: (isInSight: boolean) => ReactNode;
}

/** Renders its content once the place is in view, so that neither code nor data below the fold is loaded before. */
export function OnceSeen({ height, className, children }: OnceSeenProps) {
  const { ref, isInSight } = useInSight();
  const [wasSeen, setSeen] = useState(false);
  if (isInSight && !wasSeen) setSeen(true);
  return (
    <Box ref={ref} className={className} mih={wasSeen ? undefined : height}>
      {wasSeen && children(isInSight)}
    </Box>
  );
}
