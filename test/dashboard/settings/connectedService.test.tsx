import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Upstream } from '#contract/upstreamState.ts';
import { signInAnalyst } from '#test/support/analyst.ts';
import { answerUpstream, connect, polling } from '#test/support/connected.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

/** Found by text: with hundreds of time zones on the page, a search by role is slow. */
async function openPane(name = 'Connected service') {
  const { user } = open('/settings');
  const title = await screen.findByText(name, { selector: 'h2' });
  const pane = within(title.closest('section') ?? document.body);
  return { user, pane, fact: (term: string) => pane.getByText(term).nextSibling?.textContent };
}

const call = {
  operation: 'getUsers',
  label: 'GET /p/users',
  shapes: [
    { shape: 'epoch seconds', example: '/p/users' },
    { shape: 'list under data', example: '/p/users' },
  ],
  requests: 12,
  failures: 3,
  p50Ms: 41.6,
  p95Ms: 310,
  lastFault: { at: '2026-11-23T10:00:00.000Z', detail: 'It answered with a web page.' },
};

test('without a connected service, the settings say how to connect one', async () => {
  const { pane } = await openPane();
  expect(await pane.findByText('PORTFOLIO_SERVICE_URL')).not.toBeNull();
});

test('the settings show the connected service and its state', async () => {
  connect();
  answerUpstream({ requestsPerMinute: 17, waiting: 2 });
  const { pane, fact } = await openPane();
  await pane.findByText('https://folio.example');
  expect(fact('State')).toBe('Connected');
  expect(fact('Requests')).toBe('17 in the last minute, 0 running, 2 waiting');
  expect(fact('Limits')).toBe('6 concurrent, 20 per second');
});

test('each call lists the recognized formats, with a link to an answer that has them', async () => {
  connect();
  answerUpstream({ calls: [call] });
  const { pane } = await openPane('Calls');
  const row = within((await pane.findByText('GET /p/users')).closest('tr') ?? document.body);
  row.getByText(/epoch seconds, list under data/);
  const link = row.getByText('JSON');
  expect(link).toHaveProperty(
    'href',
    expect.stringMatching(/\/x\/upstream\/raw\?path=%2Fp%2Fusers$/),
  );
});

test.each([
  ['refused', 'Credentials rejected since', 'Check PORTFOLIO_SERVICE_HEADERS.'],
  ['gone', 'Unreachable since', 'Nothing listens there.'],
  ['unreadable', 'Unreadable answers since', 'A web page came.'],
] as const)('a %s service is reported, with the time and advice', async (state, words, detail) => {
  connect();
  answerUpstream({
    state,
    fault: { code: 'upstream-refused', detail, since: '2026-11-23T09:58:00.000Z' },
  });
  const { pane, fact } = await openPane();
  await pane.findByText(detail);
  expect(fact('State')).toMatch(new RegExp(`^${words} .*58`));
});

const someSync: Upstream['reading'] = {
  state: 'reading',
  users: 20_000,
  wallets: 12_400,
  histories: 9000,
  listedAt: '2026-11-23T10:00:00.000Z',
  oldestAt: '2026-11-23T09:58:00.000Z',
  fault: 'It answered with a web page.',
  failing: 12,
};

const byWebhooks: Upstream['live'] = {
  by: 'webhooks',
  why: 'Messages arrive, one for each change that was read.',
  tickSeconds: 30,
  canRegister: true,
  registration: {
    url: 'https://our.example/x/upstream/hook/…',
    types: ['*'],
    registeredAt: '2026-11-23T09:58:00.000Z',
    isSigned: true,
  },
  lastMessageAt: null,
  unannounced: null,
};

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

test('shows the progress of the user sync, the age of its data and the failed requests', async () => {
  connect();
  answerUpstream({ reading: { ...someSync, listedAt: ago(65), oldestAt: ago(185) } });
  const { pane, fact } = await openPane('User sync');
  expect(fact('Progress')).toBe('In progress');
  expect(fact('Wallets read')).toBe('12,400 of 20,000 users');
  expect(fact('Histories read')).toBe('9,000 of 20,000 users');
  expect(fact('List read')).toMatch(/^1\smin ago$/);
  expect(fact('Oldest data')).toMatch(/^3\smin ago$/);
  expect(fact('Failed requests')).toBe('12');
  pane.getByText('It answered with a web page.');
});

test.each([
  [{ state: 'cancelled' }, 'Stopped until an admin selects Sync again'],
  [
    {
      state: 'waiting',
      users: 0,
      wallets: 0,
      histories: 0,
      listedAt: null,
      incomplete: { kind: 'unfinished', what: 'user', read: 0, reported: null },
    },
    '0 users read: reading is still in progress.',
  ],
  [
    {
      state: 'waiting',
      wallets: 20_000,
      histories: 20_000,
      incomplete: { kind: 'fewer', what: 'user', read: 20_000, reported: 60_000 },
    },
    '20,000 of 60,000 users read: the service gives no address for the others.',
  ],
  [{ state: 'waiting' }, 'Failed requests will be retried soon'],
  [{ state: 'waiting', wallets: 20_000, histories: 20_000 }, 'Complete; repeats automatically'],
] as const)('progress of a sync %o: %s', async (reading, words) => {
  connect();
  answerUpstream({ reading: { ...someSync, ...reading } });
  const { fact } = await openPane('User sync');
  expect(fact('Progress')).toBe(words);
});

test('an admin stops the sync and starts it again', async () => {
  connect();
  answerUpstream({ reading: someSync });
  const sent: string[] = [];
  const answer = (method: string, state: Upstream['reading']['state']) => () => {
    sent.push(method);
    answerUpstream({ reading: { ...someSync, state } });
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.delete('*/x/upstream/sync', answer('DELETE', 'cancelled')),
    http.post('*/x/upstream/sync', answer('POST', 'reading')),
  );
  const { user, pane } = await openPane('User sync');
  const stop = pane.getByText('Stop sync');
  await user.click(stop);
  await screen.findByText('Sync stopped; existing data is unchanged');
  await pane.findByText('Stopped until an admin selects Sync again');
  await user.click(stop);
  await user.click(pane.getByText('Sync again'));
  await screen.findByText('Sync restarted with the list of users');
  await pane.findByText('In progress');
  expect(sent).toEqual(['DELETE', 'POST']);
});

/** Answers a change of our webhook, and shows it from then on. */
const answerHook = (live: Upstream['live']) => () => {
  answerUpstream({ live });
  return HttpResponse.json(live);
};

test('an admin removes our webhook and registers it again', async () => {
  connect();
  answerUpstream({ live: byWebhooks });
  server.use(
    http.delete('*/x/upstream/hook', answerHook(polling)),
    http.post('*/x/upstream/hook', answerHook(byWebhooks)),
  );
  const { user, pane, fact } = await openPane('Changes there');
  expect(fact('Detected by')).toBe('webhook messages');
  expect(fact('Our webhook')).toMatch(/^https:\/\/our\.example\S+ for \*, signed, since /);
  await user.click(pane.getByText('Unregister'));
  await screen.findByText('Our webhook was removed');
  await user.click(await pane.findByText('Register webhook'));
  await screen.findByText('Our webhook is registered');
  await pane.findByText('Unregister');
});

test('shows a change without a message, and since when messages do not arrive', async () => {
  connect();
  const why = 'Our webhook is registered, but data changed without a message.';
  const unannounced = { what: 'the wallets of "u1"', readAt: '2026-11-23T09:58:11.000Z' };
  answerUpstream({
    live: { ...byWebhooks, by: 'polling', why, unannounced, lastMessageAt: ago(185) },
  });
  const { fact } = await openPane('Changes there');
  expect(fact('Detected by')).toMatch(/^polling, since .*:58/);
  expect(fact('Reason')).toBe(why);
  expect(fact('Last message')).toMatch(/^3\smin ago$/);
  expect(fact('Change without a message')).toBe('the wallets of "u1"');
});

test('a webhook that cannot be registered is reported with the reason', async () => {
  connect();
  answerUpstream({ live: polling });
  const detail = 'The service refused it: no more than ten webhooks.';
  const problem = { type: 'about:blank', title: 'The service refused this', status: 422, detail };
  server.use(
    http.post('*/x/upstream/hook', () =>
      HttpResponse.json({ ...problem, code: 'upstream-rejected' }, { status: 422 }),
    ),
  );
  const { user, pane, fact } = await openPane('Changes there');
  expect(fact('Detected by')).toBe('polling');
  expect(fact('Reason')).toBe('Our webhook was removed from the service.');
  expect(pane.queryByText('Our webhook')).toBeNull();
  await user.click(pane.getByText('Register webhook'));
  await screen.findByText(`Our webhook was not registered: ${detail}`);
});

test('without a PUBLIC_URL, the pane offers no webhook and shows the reason', async () => {
  connect();
  answerUpstream();
  const { pane, fact } = await openPane('Changes there');
  expect(fact('Reason')).toBe('PUBLIC_URL is not set.');
  expect(pane.queryByRole('button')).toBeNull();
});

test('links to the service check', async () => {
  connect();
  answerUpstream();
  const { user, pane } = await openPane();
  await user.click(await pane.findByText('Check this service'));
  expect(await screen.findByText('Not checked yet')).not.toBeNull();
});

test('an analyst sees the state and has no actions', async () => {
  signInAnalyst();
  connect();
  answerUpstream({ reading: someSync, live: polling });
  const { pane } = await openPane('User sync');
  await pane.findByText('In progress');
  for (const name of ['Stop sync', 'Sync again', 'Register webhook']) {
    expect(screen.queryByText(name, { selector: 'button *' })).toBeNull();
  }
  expect(screen.queryByText('Check this service')).toBeNull();
});
