import { expect, test } from 'vitest';
import { trustedScript } from '#dashboard/api/trustedScript.ts';

test('a script runs from the origin of the page alone', () => {
  expect(trustedScript('/assets/worker.js')).toBe(`${location.origin}/assets/worker.js`);
  for (const address of ['https://elsewhere.example/worker.js', 'data:,planted', '//elsewhere']) {
    expect(() => trustedScript(address)).toThrow(/runs here only from/);
  }
});
