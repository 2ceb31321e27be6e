import { VisuallyHidden } from '@mantine/core';
import {
  IconBan,
  IconCircle,
  IconCircleFilled,
  IconPlayerPauseFilled,
  IconRotateClockwise,
  IconX,
} from '@tabler/icons-react';
import { clsx } from 'clsx';
import classes from './StatusMark.module.css';

const icons = {
  ok: IconCircleFilled,
  retrying: IconRotateClockwise,
  paused: IconPlayerPauseFilled,
  failed: IconX,
  off: IconBan,
  waiting: IconCircle,
};
export type Mark = keyof typeof icons;

/** A state as a shape and a colour, with its name. */
export function StatusMark({ mark, label }: { readonly mark: Mark; readonly label: string }) {
  const Icon = icons[mark];
  return (
    <span className={clsx(classes.mark, classes[mark])} title={label}>
      <Icon size={11} stroke={3} aria-hidden />
      <VisuallyHidden>{label}: </VisuallyHidden>
    </span>
  );
}
