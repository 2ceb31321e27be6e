import type { PopoverDropdownProps, PopoverProps } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { cloneElement, type ComponentProps, type ReactElement, useRef } from 'react';
import { useFloating } from './useFloating.ts';

interface LatePopoverProps extends Omit<PopoverProps, 'opened' | 'onChange' | 'onOpen'> {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** The button that opens it. Without `returnFocus` it has the focus whenever the popover is closed. */
  readonly button: ReactElement<ComponentProps<'button'>>;
  readonly dropdown?: Omit<PopoverDropdownProps, 'children'>;
}

/** A button and what it opens, which comes at the first sign of somebody. */
export function LatePopover(props: LatePopoverProps) {
  const { isOpen, onOpen, button, dropdown, children, ...popover } = props;
  const control = useRef<HTMLButtonElement>(null);
  const { mantine, still } = useFloating(control, onOpen);
  useDidUpdate(() => {
    if (!isOpen && popover.returnFocus !== true) control.current?.focus();
  }, [isOpen]);
  // An element is given its ref, which nothing reads while it is drawn.
  // oxlint-disable react/refs
  if (mantine === null) {
    return cloneElement(button, { ref: control, 'aria-haspopup': 'dialog', ...still });
  }
  const { Popover } = mantine;
  return (
    <Popover {...popover} opened={isOpen} onChange={onOpen}>
      <Popover.Target>
        {cloneElement(button, { ref: control, onClick: () => onOpen(!isOpen) })}
      </Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  );
}
