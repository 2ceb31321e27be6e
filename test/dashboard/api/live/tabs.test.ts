import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lastEventId } from '#contract/live.ts';
import type { StreamMessage } from '#dashboard/api/live/messages.ts';
import { followInTabs } from '#dashboard/api/live/tabs.ts';
import { makeUser } from '#test/support/portfolio.ts';
import { server } from '#test/support/server.ts';
import { createLocks } from '#test/support/webLocks.ts';

interface Tab {
  readonly heard: string[];
  readonly states: boolean[];
  readonly leave: () => void;
}

let tabs: Tab[] = [];
let streams: (string | null)[] = [];
beforeEach(() => {
  streams = [];
  Object.defineProperty(navigator, 'locks', { value: createLocks(), configurable: true });
  server.events.on('request:start', ({ request }) => {
    if (new URL(request.url).pathname === '/x/live') {
      streams.push(request.headers.get(lastEventId.header));
    }
  });
});
afterEach(() => {
  for (const tab of tabs) tab.leave();
  tabs = [];
  server.events.removeAllListeners();
  Reflect.deleteProperty(navigator, 'locks');
});

function openTab(): Tab {
  const heard: string[] = [];
  const states: boolean[] = [];
  const onMessage = ({ event, data }: StreamMessage) => {
    if (event.startsWith('user.')) heard.push(String(JSON.parse(data).customId));
  };
  const leave = followInTabs({ onMessage, onState: (isLive) => states.push(isLive) });
  const tab = { heard, states, leave };
  tabs.push(tab);
  return tab;
}

test('tabs share one stream; when its tab closes, another one resumes it without loss', async () => {
  const first = openTab();
  await waitFor(() => expect(first.states).toEqual([true]));
  const second = openTab();
  const third = openTab();
  await waitFor(() => expect([second.states.at(-1), third.states.at(-1)]).toEqual([true, true]));
  await makeUser('one');
  await waitFor(() => expect(third.heard).toContain('one'));
  expect(second.heard).toEqual(first.heard);
  expect(streams).toEqual([null]);

  // A new tab requested its page before it received any message.
  const late = openTab();
  await waitFor(() => expect(late.heard).toEqual(first.heard));

  first.leave();
  await makeUser('two');
  await waitFor(() => expect(third.heard).toContain('two'));
  expect(second.heard).toEqual(third.heard);
  expect(late.heard).toEqual(third.heard);
  expect(first.heard).not.toContain('two');
  await waitFor(() => expect(streams).toEqual([null, '1']));
});

test('a browser without locks has a stream in each tab', async () => {
  Reflect.deleteProperty(navigator, 'locks');
  const both = [openTab(), openTab()];
  await waitFor(() => expect(both.map(({ states }) => states)).toEqual([[true], [true]]));
  expect(streams).toEqual([null, null]);
  await makeUser('one');
  await waitFor(() => expect(both.map(({ heard }) => heard[0])).toEqual(['one', 'one']));
});
