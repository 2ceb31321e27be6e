import { expect, test } from 'vitest';
import { trustedScript } from '#dashboard/api/trustedScript.ts';

test('scripts run only from the origin of the page', () => {
  expect(trustedScript('/assets/worker.js')).toBe(`${location.origin}/assets/worker.js`);
  for (const address of ['https://elsewhere.example/worker.js', 'data:,planted', '//elsewhere']) {
    expect(() => trustedScript(address)).toThrow(/runs here only from/);
  }
});
