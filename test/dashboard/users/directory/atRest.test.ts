import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAtRest } from '#dashboard/users/directory/atRest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (time: number) => {
  act(() => {
    vi.advanceTimersByTime(time);
  });
};

test('rows that only pass by are never at rest; those that stay are, until the next ones do', () => {
  const { result, rerender } = renderHook((ids: readonly string[]) => useAtRest(ids), {
    initialProps: ['u-0', 'u-1'],
  });
  for (let passed = 1; passed <= 20; passed += 1) {
    pass(100);
    rerender([`u-${passed}`, `u-${passed + 1}`]);
    expect(result.current.size).toBe(0);
  }
  pass(250);
  expect([...result.current]).toEqual(['u-20', 'u-21']);
  // Who stays in sight keeps what was asked for meanwhile.
  rerender(['u-21', 'a\n"b', '日本']);
  pass(200);
  expect(result.current.has('u-21')).toBe(true);
  pass(50);
  expect([...result.current]).toEqual(['u-21', 'a\n"b', '日本']);
});

test('drawn anew with the same rows, it does not wait longer', () => {
  const { result, rerender } = renderHook((ids: readonly string[]) => useAtRest(ids), {
    initialProps: ['a'],
  });
  pass(100);
  rerender(['a']);
  pass(150);
  expect([...result.current]).toEqual(['a']);
});
