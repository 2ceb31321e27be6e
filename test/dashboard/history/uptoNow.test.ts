import { expect, test } from 'vitest';
import { uptoNow } from '#dashboard/history/uptoNow.ts';

test('a history ends in what it is worth now; one without records stays empty', () => {
  const read = Float64Array.of(1, Number.NaN, 3);
  expect([...uptoNow(read, 4)]).toEqual([1, Number.NaN, 4]);
  expect([...read]).toEqual([1, Number.NaN, 3]);
  expect([...uptoNow(new Float64Array(), 4)]).toEqual([]);
});
