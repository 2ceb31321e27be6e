import { IconAlertTriangle } from '@tabler/icons-react';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './NoteLine.module.css';

interface NoteLineProps {
  readonly tone: 'warn' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** One line above or below what is still true. The action is a plain `<button>`. */
export function NoteLine({ tone, children, action }: NoteLineProps) {
  return (
    <output className={clsx(classes.line, classes[tone])}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
      {action}
    </output>
  );
}
