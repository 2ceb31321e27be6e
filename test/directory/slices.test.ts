import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from '#directory/slices.ts';

test('of several long works, one has a slice between two turns of the event loop', async () => {
  /** In each turn, the works that ran in it. */
  const turns: Set<string>[] = [];
  const stopped = new AbortController();
  function* steps(name: string): Generator<void, string> {
    for (let step = 0; step < 60; step += 1) {
      turns.at(-1)?.add(name);
      const until = performance.now() + 1;
      while (performance.now() < until);
      yield;
    }
    return name;
  }
  const watching = (async () => {
    for (; !stopped.signal.aborted; await nextTurn()) turns.push(new Set());
  })();
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  expect(await Promise.all(names.map((name) => inSlices(steps(name))))).toEqual(names);
  stopped.abort();
  await watching;
  // All begin in the first turn. The watch may run before or after a slice of the same turn.
  const later = turns.slice(1).map(({ size }) => size);
  expect(Math.max(...later)).toBeLessThanOrEqual(2);
});
