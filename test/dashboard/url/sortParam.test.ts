import { expect, test } from 'vitest';
import { sortParam } from '#dashboard/url/sortParam.ts';

const param = sortParam((column) => ['total', 'user'].includes(column), {
  by: 'total',
  order: 'descending',
});

test('a minus means descending, and the address omits the initial order', () => {
  expect(param.read('user')).toEqual({ by: 'user', order: 'ascending' });
  expect(param.read('-user')).toEqual({ by: 'user', order: 'descending' });
  expect(param.write({ by: 'user', order: 'descending' })).toBe('-user');
  expect(param.write({ by: 'total', order: 'ascending' })).toBe('total');
  expect(param.write({ by: 'total', order: 'descending' })).toBeNull();
});

test('an unknown column in the address gives the initial order', () => {
  for (const text of [null, '', '-', 'price', '--user', 'constructor']) {
    expect(param.read(text)).toEqual({ by: 'total', order: 'descending' });
  }
});
