import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { lateModule } from './lateModule.ts';

const floating = lateModule(() => import('./floating.ts'));
export const loadFloating = floating.load;

/**
 * Loads Mantine's floating components at the first user interaction; null until then. Meanwhile a copy of the control has the
 * attributes `still`. Its replacement takes over the focus.
 * @param control the copy, then its replacement.
 * @param onPress called when the copy is pressed or left again.
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
