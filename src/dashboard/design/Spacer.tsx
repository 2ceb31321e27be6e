interface SpacerProps {
  readonly height: number;
  readonly className?: string | undefined;
}

/** Fills the space of rows out of view. As a scroll anchor it would scroll the page when it shrinks. */
export function Spacer({ height, className }: SpacerProps) {
  if (height <= 0) return null;
  return <tr className={className} aria-hidden style={{ height, overflowAnchor: 'none' }} />;
}
