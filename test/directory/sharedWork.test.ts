import { expect, test } from 'vitest';
import { SharedWork } from '#directory/sharedWork.ts';
import { inSlices } from '#directory/slices.ts';

/** Work of a second, in steps of a millisecond, that counts them. */
function longWork() {
  const counted = { steps: 0, starts: 0 };
  const work = new SharedWork((stopping) => {
    counted.starts += 1;
    return inSlices(steps(), stopping);
  });
  function* steps(): Generator<void, string> {
    for (; counted.steps < 1000; counted.steps += 1) {
      const until = performance.now() + 1;
      while (performance.now() < until);
      yield;
    }
    return 'done';
  }
  return { work, counted };
}

test('stops within a slice once every request that waits for it is canceled', async () => {
  const { work, counted } = longWork();
  const [first, second] = [new AbortController(), new AbortController()];
  const waits = [work.wait(first.signal), work.wait(second.signal)];
  first.abort();
  expect(work.isStopped).toBe(false);
  second.abort();
  expect(work.isStopped).toBe(true);
  let forgotten = 0;
  work.whenFailed(() => (forgotten += 1));
  for (const wait of waits) await expect(wait).rejects.toMatchObject({ code: 'unavailable' });
  expect(forgotten).toBe(1);
  expect(counted.steps).toBeLessThan(50);
  expect(counted.starts).toBe(1);
});

test.each(['another request', 'one without a signal'])('goes on for %s', async (who) => {
  const { work } = longWork();
  const [left, stays] = [new AbortController(), new AbortController()];
  const canceled = work.wait(left.signal);
  const waited = work.wait(who === 'another request' ? stays.signal : undefined);
  left.abort();
  expect(await waited).toBe('done');
  expect(await canceled).toBe('done');
  stays.abort();
});

test('a request that is canceled already does not begin to wait', () => {
  const { work } = longWork();
  work.whenFailed(() => {});
  void work.wait(AbortSignal.abort()).catch(() => {});
  expect(work.isStopped).toBe(true);
});
