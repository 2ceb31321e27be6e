import type { PopoverDropdownProps, PopoverProps } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { cloneElement, type ComponentProps, type ReactElement, useRef } from 'react';
import { useFloating } from './useFloating.ts';

interface LatePopoverProps extends Omit<
  PopoverProps,
  'opened' | 'onChange' | 'onOpen' | 'returnFocus'
> {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly button: ReactElement<ComponentProps<'button'>>;
  readonly dropdown?: Omit<PopoverDropdownProps, 'children'>;
}

/** The popover loads at the first user interaction. Closing it restores the focus. */
export function LatePopover(props: LatePopoverProps) {
  const { isOpen, onOpen, button, dropdown, children, ...popover } = props;
  const control = useRef<HTMLButtonElement>(null);
  const { mantine, still } = useFloating(control, onOpen);
  const opener = useRef<Element | null>(null);
  // Mantine's `returnFocus` misses the focus from before the first press, which loads the popover.
  useDidUpdate(() => {
    if (isOpen) opener.current = document.activeElement;
    else focusFirst(opener.current, control.current);
  }, [isOpen]);
  // oxlint-disable react/refs -- cloneElement passes the ref on, and nothing reads it during rendering
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

function focusFirst(...elements: readonly (Element | null)[]): void {
  const element = elements.find((one) => one?.isConnected === true && one !== document.body);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
