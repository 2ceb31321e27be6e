import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backgroundHeader } from '#contract/access.ts';
import { getThematics } from '#contract/operations/thematics.ts';
import { call } from '#dashboard/api/client.ts';
import { followPresence } from '#dashboard/api/presence.ts';

let sent: (string | null)[];
let leave: () => void;

beforeEach(() => {
  sent = [];
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get(backgroundHeader));
    return Response.json([]);
  });
  leave = followPresence();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const request = () => call(getThematics, {});

test('requests without user interaction are marked, and do not extend the session', async () => {
  window.dispatchEvent(new Event('keydown'));
  await request();
  vi.advanceTimersByTime(6_000);
  await request();
  // The page changes below a resting pointer.
  window.dispatchEvent(new MouseEvent('pointermove'));
  await request();
  window.dispatchEvent(new Event('pointerdown'));
  await request();
  vi.advanceTimersByTime(6_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await request();
  expect(sent).toEqual([null, '1', '1', null, null]);
});
