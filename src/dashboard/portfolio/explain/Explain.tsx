import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { LatePopover } from '../../design/LatePopover.tsx';
import classes from './Explain.module.css';

interface ExplainProps {
  /** Name of the figure. */
  readonly label: string;
  /** Rendered once it is open. */
  readonly explanation: ReactNode;
  readonly title?: string | undefined;
  /** The figure. */
  readonly children: ReactNode;
}

/** A figure that explains itself on a click, Enter or Space. */
export function Explain({ label, explanation, title, children }: ExplainProps) {
  const [isOpen, setOpen] = useState(false);
  const name = useId();
  return (
    <LatePopover
      isOpen={isOpen}
      onOpen={setOpen}
      position="bottom-start"
      width={440}
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8 } }}
      trapFocus
      button={
        <UnstyledButton className={classes.figure} data-figure title={title ?? `Explain: ${label}`}>
          {children}
        </UnstyledButton>
      }
      dropdown={{
        className: classes.card,
        'aria-labelledby': name,
      }}
    >
      {isOpen && (
        <>
          <VisuallyHidden id={name}>{label}, explained</VisuallyHidden>
          {explanation}
        </>
      )}
    </LatePopover>
  );
}
