import { useCallbackRef } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { DirectoryRow } from '#contract/directory.ts';
import { messageOf } from '../../../api/errors.ts';
import { isDialogOpen, useKeys } from '../../../design/keys.ts';
import { notify } from '../../../design/notify.ts';
import {
  beginSelecting,
  selectUsers,
  toggleUser,
  useSelectedUsers,
} from '../../../preferences/selectedUsers.ts';
import type { ListInView } from './listInView.ts';
import { idsOfRows, selectAll } from './matchingIds.ts';

interface RowSelectionOptions extends ListInView {
  readonly body: RefObject<HTMLElement | null>;
  readonly rowAt: (index: number) => DirectoryRow | undefined;
}

/** Begin of a range: a row of a list, and what was selected there. */
interface RangeStart {
  readonly list: string;
  readonly index: number;
  readonly selected: ReadonlySet<string>;
}

const keyTexts = {
  'x, Space': 'Select the row',
  'Shift ↑, Shift ↓': 'Select a range of rows; also Shift and click',
  'Ctrl A': 'Select all users that match',
};
const noKeys = {};
const longPressMs = 500;

/** Selects rows with their boxes, keys, a range from the last one, and a long press. */
export function useRowSelection({ body, query, count, rowAt }: RowSelectionOptions): void {
  useKeys(noKeys, keyTexts);
  const client = useQueryClient();
  const start = useRef<RangeStart | null>(null);
  const latest = useRef(0);
  const list = JSON.stringify(query);

  const begin = (index: number) => {
    start.current = { list, index, selected: useSelectedUsers.getState().ids };
  };
  const extendTo = async (index: number) => {
    if (start.current?.list !== list) begin(index);
    const { index: from = index, selected = [] } = start.current ?? {};
    const turn = (latest.current += 1);
    try {
      const read = idsOfRows(client, query, Math.min(from, index), Math.max(from, index));
      const ids = read instanceof Promise ? await read : read;
      if (turn === latest.current) selectUsers(new Set([...selected, ...ids]));
    } catch (error) {
      notify(`The rows could not be selected: ${messageOf(error)}`);
    }
  };
  const pick = useCallbackRef((index: number, isRange: boolean) => {
    const row = rowAt(index);
    if (isRange && start.current?.list === list) void extendTo(index);
    else if (row !== undefined) {
      latest.current += 1;
      toggleUser(row.customId);
      begin(index);
    }
  });
  const extendFrom = useCallbackRef((index: number, step: number) => {
    if (start.current?.list !== list) begin(index);
    void extendTo(Math.min(count - 1, Math.max(0, index + step)));
  });
  const all = useCallbackRef(() => void selectAll(client, query));

  useEffect(() => {
    const rows = body.current;
    if (rows === null) return undefined;
    let hasShift = false;
    let press: ReturnType<typeof setTimeout> | undefined;
    let wasLongPress = false;
    const noteShift = (event: MouseEvent | KeyboardEvent) => {
      hasShift = event.shiftKey;
      // Otherwise the browser would mark the text of the range.
      const isBox = event.target instanceof Element && event.target.closest('label') !== null;
      if (event instanceof MouseEvent && hasShift && isBox) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const box = boxOf(event.target);
      if (box !== null) {
        pick(box, hasShift);
        return;
      }
      const row = linkIndex(event.target);
      const isTap = wasLongPress || useSelectedUsers.getState().isSelecting;
      if (row === null || !isTap || isLabel(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!wasLongPress) pick(row, event.shiftKey);
      wasLongPress = false;
    };
    const onKey = (event: KeyboardEvent) => {
      noteShift(event);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const row = event.target instanceof HTMLAnchorElement ? linkIndex(event.target) : null;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (row === null) return;
      // The focus then moves as without Shift.
      if (step !== undefined && event.shiftKey) return extendFrom(row, step);
      if (event.key !== ' ' && event.key !== 'x') return;
      event.preventDefault();
      pick(row, event.shiftKey);
    };
    const onTouch = (event: TouchEvent) => {
      const row = linkIndex(event.target);
      wasLongPress = false;
      if (row === null || isLabel(event.target)) return;
      press = setTimeout(() => {
        wasLongPress = true;
        beginSelecting();
        pick(row, false);
      }, longPressMs);
    };
    const endTouch = () => clearTimeout(press);
    // The long press would open the menu of the link.
    const onMenu = (event: MouseEvent) => {
      if (press !== undefined && event instanceof PointerEvent && event.pointerType === 'touch')
        event.preventDefault();
    };
    rows.addEventListener('mousedown', noteShift);
    rows.addEventListener('click', onClick, { capture: true });
    rows.addEventListener('keydown', onKey);
    rows.addEventListener('touchstart', onTouch, { passive: true });
    rows.addEventListener('touchmove', endTouch, { passive: true });
    rows.addEventListener('touchend', endTouch);
    rows.addEventListener('touchcancel', endTouch);
    rows.addEventListener('contextmenu', onMenu);
    return () => {
      endTouch();
      rows.removeEventListener('mousedown', noteShift);
      rows.removeEventListener('click', onClick, { capture: true });
      rows.removeEventListener('keydown', onKey);
      rows.removeEventListener('touchstart', onTouch);
      rows.removeEventListener('touchmove', endTouch);
      rows.removeEventListener('touchend', endTouch);
      rows.removeEventListener('touchcancel', endTouch);
      rows.removeEventListener('contextmenu', onMenu);
    };
  }, [body, pick, extendFrom]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey);
      if (!isAll || event.altKey || event.shiftKey || event.defaultPrevented || isDialogOpen())
        return;
      const { target } = event;
      const isField =
        target instanceof HTMLElement &&
        (target.isContentEditable ||
          target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'));
      if (isField) return;
      event.preventDefault();
      all();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [all]);
}

const isLabel = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('label') !== null;

function boxOf(target: EventTarget | null): number | null {
  const index = target instanceof HTMLInputElement ? target.dataset['select'] : undefined;
  return index === undefined ? null : Number(index);
}

function linkIndex(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest('tr') : null;
  const index = row?.querySelector<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? null : Number(index);
}
