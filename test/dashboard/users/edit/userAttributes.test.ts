import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, mergePatch, mergePatchOf, sameJson } from '#contract/mergePatch.ts';
import {
  attributesOf,
  type Attributes,
  differencesOf,
} from '#dashboard/users/edit/userAttributes.ts';

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'tags', '__proto__', 'a/b~c', '', '日本'),
  fc.string(),
);
const json: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; object: Attributes }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.boolean(),
    fc.array(fc.oneof(fc.constant(null), tie('value')), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .array(fc.tuple(name, tie('value')), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
})).object;
const attributes = json.filter(isObject);

describe('the merge patch of an edit', () => {
  it('turns any attributes into any other attributes', () => {
    fc.assert(
      fc.property(attributes, attributes, (before, after) => {
        const patched = mergePatch(before, mergePatchOf(before, after));
        expect(sameJson(patched, after)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is empty, and no difference is shown, exactly when nothing changed', () => {
    fc.assert(
      fc.property(attributes, attributes, (before, after) => {
        const unchanged = sameJson(before, after);
        expect(Object.keys(mergePatchOf(before, after)).length === 0).toBe(unchanged);
        expect(differencesOf(before, after).length === 0).toBe(unchanged);
        expect(mergePatchOf(before, before)).toEqual({});
      }),
    );
  });

  it('names only the differences', () => {
    const before = { name: 'Acme', contact: { mail: 'a@b.example', phone: '1' }, tags: ['x', 'y'] };
    const after = { contact: { mail: 'c@d.example', phone: '1' }, tags: ['x'], tier: 'gold' };
    expect(mergePatchOf(before, after)).toEqual({
      name: null,
      contact: { mail: 'c@d.example' },
      tags: ['x'],
      tier: 'gold',
    });
    expect(differencesOf(before, after).map(({ pointer, kind }) => [pointer, kind])).toEqual([
      ['/name', 'removed'],
      ['/contact/mail', 'changed'],
      ['/tags', 'changed'],
      ['/tier', 'added'],
    ]);
  });
});

it('treats every field that the service did not add as an attribute', () => {
  const user = {
    _id: 'u1',
    customId: 'a',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    total: 5,
    walletCount: 1,
    sample: true,
    name: 'Zoë',
    kyc: { level: 3 },
  };
  expect(attributesOf(user)).toEqual({ name: 'Zoë', kyc: { level: 3 } });
});
