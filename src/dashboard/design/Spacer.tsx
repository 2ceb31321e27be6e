interface SpacerProps {
  readonly height: number;
  readonly className?: string | undefined;
}

/** Stands for the rows that are scrolled out of sight. It is no anchor: the page would be scrolled on as it shrinks. */
export function Spacer({ height, className }: SpacerProps) {
  if (height <= 0) return null;
  return <tr className={className} aria-hidden style={{ height, overflowAnchor: 'none' }} />;
}
