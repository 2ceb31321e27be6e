import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from '#dashboard/preferences/json.ts';

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

describe('an indented JSON text', () => {
  it('equals the output of JSON.stringify if that is lossless', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('preserves every digit and escape', () => {
    const source = String.raw`{"a":0.10,"b":12345678901234567890,"c":1e400,"d":-0,"e":"\u00e9 {\"x\": 1}","a":2}`;
    const text = indentJson(source);
    expect(withoutSpace(text)).toBe(withoutSpace(source));
    expect(text.split('\n')).toContain('  "b": 12345678901234567890,');
    expect(text).toContain(String.raw`"\u00e9 {\"x\": 1}"`);
  });

  it('is formatted as far as it goes if the text is cut off', () => {
    expect(indentJson('[{"a":1},{"b')).toBe('[\n  {\n    "a": 1\n  },\n  {\n    "b');
    expect(indentJson('{"a":"\\')).toBe('{\n  "a": "\\');
    expect(indentJson(']]}')).toBe('\n]\n]\n}');
  });
});
