import { VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import classes from './StatusMark.module.css';

export type Mark = 'ok' | 'retrying' | 'paused' | 'failed' | 'off' | 'waiting';

const shapes: Record<Mark, ReactNode> = {
  ok: <circle className={classes.full} cx="5" cy="5" r="4" />,
  retrying: (
    <>
      <path d="M5 1a4 4 0 1 1 -3.6 2.2" />
      <path className={classes.full} d="M0 1.2L4 1L2.2 4.6Z" />
    </>
  ),
  paused: <path className={classes.full} d="M2 1H4V9H2ZM6 1H8V9H6Z" />,
  failed: <path d="M1.5 1.5L8.5 8.5M8.5 1.5L1.5 8.5" />,
  off: (
    <>
      <circle cx="5" cy="5" r="3.6" />
      <path d="M2.4 7.6L7.6 2.4" />
    </>
  ),
  waiting: <circle cx="5" cy="5" r="3.6" />,
};

/** A state as a shape and a colour, with its name. */
export function StatusMark({ mark, word }: { readonly mark: Mark; readonly word: string }) {
  return (
    <span title={word}>
      <svg
        className={clsx(classes.mark, classes[mark])}
        width="10"
        height="10"
        viewBox="0 0 10 10"
        aria-hidden
      >
        {shapes[mark]}
      </svg>
      <VisuallyHidden>{word}: </VisuallyHidden>
    </span>
  );
}
