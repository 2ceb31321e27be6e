import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAttributes } from '#dashboard/users/edit/attributesText.ts';
import { withMember, withoutMember } from '#dashboard/users/edit/attributesText.ts';
import { jsonPlaces, lineAndColumn } from '#dashboard/users/edit/attributesText.ts';

const detailOf = (text: string) => readAttributes(text).faults[0]?.detail;

describe('the text of the editor', () => {
  it('is parsed as one object', () => {
    const { attributes, faults, warnings } = readAttributes('{"name":"Zoë","list":[null]}');
    expect(attributes).toEqual({ name: 'Zoë', list: [null] });
    expect([faults, warnings]).toEqual([[], []]);
    expect(detailOf('[1]')).toMatch(/one JSON object/);
    expect(detailOf('null')).toMatch(/one JSON object/);
  });

  it.each([
    ['', /^Line 1, column 1: .*unexpected end/],
    ['{"a":', /^Line 1, column 6: .*unexpected end/],
    ['{\n  "a": 1,\n}', /^Line 3, column 1: invalid JSON, unexpected “}”/],
    ['{\n  "a": 01\n}', /^Line 2, column 9: invalid JSON, unexpected “1”/],
    ['{"a": "x\ny"}', /^Line 1, column 9: invalid JSON, unexpected line break/],
    ["{'a': 1}", /^Line 1, column 2: invalid JSON, unexpected “'”/],
    ['{"a": NaN}', /^Line 1, column 7: invalid JSON, unexpected “N”/],
  ])('reports the position of invalid JSON: %j', (text, words) => {
    expect(detailOf(text)).toMatch(words);
  });

  it('rejects values that a merge patch cannot express, with their positions', () => {
    const text = '{"a":{"b/c":null},"total":5,"wallets":[]}';
    expect(
      readAttributes(text).faults.map(({ pointer, at }) => [pointer, text.slice(at, at + 5)]),
    ).toEqual([
      ['/total', '"tota'],
      ['/wallets', '"wall'],
      ['/a/b~1c', '"b/c"'],
    ]);
  });

  it.each([
    ['12345678901234567890', '12345678901234567000'],
    ['9007199254740993', '9007199254740992'],
    ['0.1234567890123456789', '0.12345678901234568'],
    ['-1e-400', '0'],
  ])('warns that %s is stored as %s', (written, kept) => {
    const { attributes, warnings } = readAttributes(`{"deep":[{"n":${written}}]}`);
    expect(attributes).not.toBeNull();
    expect(warnings.map(({ pointer, detail }) => [pointer, detail.replace('-0', '0')])).toEqual([
      ['/deep/0/n', `${written} is stored as ${kept}.`],
    ]);
  });

  it.each(['0.1', '1.50', '1e21', '0.30000000000000004', '-0.0', '100', '9007199254740991'])(
    'has nothing to say of %s',
    (written) => {
      expect(readAttributes(`{"n":${written},"t":"12345678901234567890"}`).warnings).toEqual([]);
    },
  );

  it('rejects a number that is too large, which would be sent as null and remove the attribute', () => {
    expect(readAttributes('{"a":{"n":1e400}}')).toMatchObject({
      attributes: null,
      faults: [{ pointer: '/a/n' }],
    });
  });

  it('warns of a duplicate name', () => {
    expect(readAttributes('{"a":1,"b":2,"a":3}').warnings).toMatchObject([
      { pointer: '/a', at: 13 },
    ]);
  });
});

const value = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);
const names = fc.oneof(
  fc.constantFrom('a', '', 'a/b~c', '"', '日本', '__proto__', '\\', '{', ','),
  fc.string(),
);
const objects = fc
  .array(fc.tuple(names, value), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));
const indents = fc.constantFrom(undefined, 1, 2);
const parse = (text: string): unknown => JSON.parse(text);

describe('one member of a text', () => {
  it('is set in place or appended, and the others stay unchanged', () => {
    fc.assert(
      fc.property(objects, names, fc.string(), indents, (object, name, next, indent) => {
        const text = withMember(JSON.stringify(object, null, indent), name, next);
        const wanted = Object.fromEntries([...Object.entries(object), [name, next]]);
        expect(parse(text)).toEqual(parse(JSON.stringify(wanted)));
      }),
    );
  });

  it('is removed, and the others stay unchanged', () => {
    fc.assert(
      fc.property(objects, names, indents, (object, name, indent) => {
        const text = withoutMember(JSON.stringify(object, null, indent), name);
        const wanted = Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
        expect(parse(text)).toEqual(parse(JSON.stringify(wanted)));
      }),
    );
  });

  it('keeps the digits and line breaks of the others', () => {
    expect(withMember('{ "n": 1.50,\n\n"a":"x" }', 'a', 'y')).toBe('{ "n": 1.50,\n\n"a":"y" }');
    expect(withoutMember('{"a":1.0, "b":2e0 , "c":3}', 'b')).toBe('{"a":1.0, "c":3}');
    expect(withoutMember('{"a":1,"b":2,"a":3}', 'a')).toBe('{"b":2}');
  });
});

describe('places in a text', () => {
  it('are the positions of the named values', () => {
    fc.assert(
      fc.property(objects, indents, (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        for (const [name, member] of Object.entries(object)) {
          const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          const place = jsonPlaces(text).find(({ pointer }) => pointer === path);
          expect(parse(text.slice(place?.from, place?.to))).toEqual(parse(JSON.stringify(member)));
        }
      }),
    );
  });

  it('start at line 1, column 1', () => {
    expect(lineAndColumn('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
    expect(lineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(lineAndColumn('ab\n', 3)).toEqual({ line: 2, column: 1 });
  });
});
