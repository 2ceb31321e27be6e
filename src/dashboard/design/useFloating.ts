import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { lateModule } from './lateModule.ts';

const floating = lateModule(() => import('./floating.ts'));
export const loadFloating = floating.load;

/**
 * Mantine's components that open something; null until they have come, at the first sign of somebody. Until then a control
 * of the same look has `still`; what takes its place begins open where that was pressed, and has its focus.
 * @param control the one and then the other.
 */
export function useFloating(control: RefObject<HTMLElement | null>) {
  const mantine = floating.useModule();
  const [isPressed, setPressed] = useState(false);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (mantine !== null && hadFocus.current) control.current?.focus();
  }, [control, mantine]);
  const press = () => {
    hadFocus.current = true;
    setPressed(true);
  };
  const leave = () => {
    hadFocus.current = false;
    setPressed(false);
  };
  const still = {
    'aria-expanded': false,
    onClick: press,
    onPointerDown: press,
    onPointerCancel: leave,
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: leave,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)) press();
    },
  };
  return { mantine, isPressed, still };
}
