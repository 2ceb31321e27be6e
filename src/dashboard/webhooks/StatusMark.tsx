import { VisuallyHidden } from '@mantine/core';
import {
  IconBan,
  IconCircle,
  IconCircleFilled,
  IconPlayerPauseFilled,
  IconRotateClockwise,
  IconX,
} from '@tabler/icons-react';
import classes from './StatusMark.module.css';

const markStyles = {
  ok: [IconCircleFilled, 'var(--ok)'],
  retrying: [IconRotateClockwise, 'var(--warn)'],
  paused: [IconPlayerPauseFilled, 'var(--warn)'],
  failed: [IconX, 'var(--danger)'],
  off: [IconBan, 'var(--ink-3)'],
  waiting: [IconCircle, 'var(--ink-3)'],
} as const;
export type Mark = keyof typeof markStyles;

export function StatusMark({ mark, label }: { readonly mark: Mark; readonly label: string }) {
  const [Icon, color] = markStyles[mark];
  return (
    <span className={classes.mark} style={{ color }} title={label}>
      <Icon size={11} stroke={3} aria-hidden />
      <VisuallyHidden>{label}: </VisuallyHidden>
    </span>
  );
}
