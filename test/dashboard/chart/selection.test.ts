import { expect, it } from 'vitest';
import {
  effectOf,
  type KeyState,
  scaled,
  spanOf,
  withinRecords,
} from '#dashboard/chart/selection.ts';

const times = Float64Array.from({ length: 101 }, (_, i) => i * 10);
const none: KeyState = { point: null, selection: null };
const press = (key: string, state: KeyState, shiftKey = false) =>
  effectOf({ key, shiftKey }, state, times);

it('Shift selects from the point, and Enter finishes', () => {
  const first = press('ArrowRight', { point: 100, selection: null }, true);
  expect(first).toEqual({
    does: 'move',
    point: 110,
    selection: { kind: 'zoom', anchor: 100, head: 110 },
  });
  const selection = { kind: 'zoom', anchor: 100, head: 110 } as const;
  expect(press('End', { point: 110, selection }, true)).toMatchObject({
    point: 1000,
    selection: { anchor: 100, head: 1000 },
  });
  expect(press('Enter', { point: 110, selection })).toEqual({ does: 'finish', selection });
  // Without Shift the point moves and the selection ends.
  expect(press('ArrowLeft', { point: 110, selection })).toMatchObject({
    point: 100,
    selection: null,
  });
  expect(press('Enter', none)).toBeUndefined();
});

it('measures from the point where m was pressed, with and without Shift, until m or Enter', () => {
  expect(press('m', none)).toMatchObject({
    point: 1000,
    selection: { kind: 'measure', anchor: 1000 },
  });
  const selection = { kind: 'measure', anchor: 50, head: 50 } as const;
  expect(press('ArrowRight', { point: 50, selection })).toMatchObject({
    selection: { anchor: 50, head: 60 },
  });
  expect(press('m', { point: 50, selection })).toEqual({ does: 'finish', selection });
});

it('ignores other keys', () => {
  expect(press('t', none)).toBeUndefined();
  expect(press('1', none)).toBeUndefined();
});

it('zooms from record to record, in either direction', () => {
  expect(spanOf({ kind: 'zoom', anchor: 304, head: 98 }, times)).toEqual({
    from: 100,
    to: 300,
  });
  expect(spanOf({ kind: 'zoom', anchor: 99, head: 101 }, times)).toBeNull();
});

it('limits a zoom to the history and to at least three records', () => {
  expect(withinRecords({ from: -50, to: 400 }, times)).toEqual({ from: 0, to: 400 });
  expect(withinRecords({ from: -50, to: 4000 }, times)).toBeNull();
  expect(withinRecords({ from: 100, to: 105 }, times)).toBeUndefined();
  expect(scaled({ from: 0, to: 100 }, 50, 0.5)).toEqual({ from: 25, to: 75 });
  expect(scaled({ from: 0, to: 100 }, 0, 0.5)).toEqual({ from: 0, to: 50 });
});
