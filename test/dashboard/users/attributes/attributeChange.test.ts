import { expect, test } from 'vitest';
import { attributeChangeOf, patchOf } from '#dashboard/users/attributes/attributeChange.ts';

test.each([
  [{ kind: 'text', text: '007' }, { code: '007' }],
  [{ kind: 'number', text: ' -1250.5 ' }, { code: -1250.5 }],
  [{ kind: 'boolean', text: 'false' }, { code: false }],
  [{ kind: 'list', text: 'a, b,a' }, { code: ['a', 'b'] }],
  [{ kind: 'json', text: '{"a":[1,null]}' }, { code: { a: [1, null] } }],
  [
    { kind: 'text', text: '' },
    { field: 'text', fault: expect.stringContaining('Remove') },
  ],
  [
    { kind: 'number', text: 'x' },
    { field: 'text', fault: 'Enter a number, such as 1250.5.' },
  ],
  [
    { kind: 'number', text: '12345678901234567890' },
    { field: 'text', fault: expect.stringContaining('too many digits') },
  ],
  [
    { kind: 'list', text: ' , ' },
    { field: 'text', fault: 'Enter words separated by commas.' },
  ],
  [
    { kind: 'json', text: '1,"other":2' },
    { field: 'text', fault: expect.stringContaining('not valid JSON') },
  ],
  [
    { kind: 'json', text: 'null' },
    { field: 'text', fault: expect.stringContaining('null') },
  ],
  [
    { kind: 'json', text: '1e400' },
    { field: 'text', fault: expect.stringContaining('too large') },
  ],
] as const)('%j becomes %j', (draft, patch) => {
  expect(patchOf({ action: 'set', name: 'code', ...draft })).toEqual(patch);
});

test('names that the service reserves are refused, and a body beyond the limit is not built', () => {
  const draft = { action: 'set', name: 'total', kind: 'text', text: 'x' } as const;
  for (const name of ['total', 'wallets', '']) {
    expect(patchOf({ ...draft, name })).toMatchObject({ field: 'name' });
    expect(patchOf({ ...draft, name, action: 'remove' })).toMatchObject({ field: 'name' });
  }
  expect(JSON.stringify(patchOf({ ...draft, name: '__proto__' }))).toBe('{"__proto__":"x"}');
  const ids = new Set(Array.from({ length: 100_000 }, (_, index) => `user-${index}`));
  const change = attributeChangeOf({ ...draft, name: 'tier' }, ids);
  expect('body' in change && change.body.size).toBeLessThan(10 * 1024 * 1024);
  expect(attributeChangeOf({ ...draft, name: 'tier', text: 'x'.repeat(30_000) }, ids)).toEqual({
    field: 'text',
    fault: 'This value is too long for so many users. Select fewer.',
  });
});
