import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { lateModule } from './lateModule.ts';

const floating = lateModule(() => import('./floating.ts'));
export const loadFloating = floating.load;

/**
 * Mantine's components that open something; null until they have come, at the first sign of somebody. Until then a control
 * of the same look has `still`; what takes its place has its focus.
 * @param control the one and then the other.
 * @param onPress the still control is pressed, or was left again.
 */
export function useFloating(
  control: RefObject<HTMLElement | null>,
  onPress: (isPressed: boolean) => void,
) {
  const mantine = floating.useModule();
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (mantine !== null && hadFocus.current) control.current?.focus();
  }, [control, mantine]);
  const press = () => {
    hadFocus.current = true;
    onPress(true);
  };
  const leave = () => {
    hadFocus.current = false;
    onPress(false);
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
  return { mantine, still };
}
