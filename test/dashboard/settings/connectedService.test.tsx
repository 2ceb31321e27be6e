import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { Upstream } from '#contract/upstreamState.ts';
import { signInAnalyst } from '#test/support/analyst.ts';
import { answerUpstream, connect, polling } from '#test/support/connected.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

/** Not by its role: hundreds of zones beside it make that slow. */
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

test('where users are held here, the settings say how to connect to another service', async () => {
  const { pane } = await openPane();
  expect(await pane.findByText('PORTFOLIO_SERVICE_URL')).not.toBeNull();
});

test('the settings say which service stands behind this one, and how it does', async () => {
  connect();
  answerUpstream({ requestsPerMinute: 17, waiting: 2 });
  const { pane, fact } = await openPane();
  await pane.findByText('https://folio.example');
  expect(fact('State')).toBe('It answers');
  expect(fact('Requests')).toBe('17 in the last minute, 0 under way, 2 waiting');
  expect(fact('Limits')).toBe('6 at once, 20 a second');
});

test('of each call it says what was recognised, with the answer that shows it', async () => {
  connect();
  answerUpstream({ calls: [call] });
  const { pane } = await openPane('Calls to it');
  const row = within((await pane.findByText('GET /p/users')).closest('tr') ?? document.body);
  row.getByText(/epoch seconds, list under data/);
  const link = row.getByText('JSON');
  expect(link).toHaveProperty(
    'href',
    expect.stringMatching(/\/x\/upstream\/raw\?path=%2Fp%2Fusers$/),
  );
});

test.each([
  ['refused', 'It refuses our credentials since', 'Check PORTFOLIO_SERVICE_HEADERS.'],
  ['gone', 'It cannot be reached since', 'Nothing listens there.'],
  ['unreadable', 'Its answers cannot be read since', 'A web page came.'],
] as const)(
  'a service that is %s is said, since when and what to do',
  async (state, words, detail) => {
    connect();
    answerUpstream({
      state,
      fault: { code: 'upstream-refused', detail, since: '2026-11-23T09:58:00.000Z' },
    });
    const { pane, fact } = await openPane();
    await pane.findByText(detail);
    expect(fact('State')).toMatch(new RegExp(`^${words} .*58`));
  },
);

const someReading: Upstream['reading'] = {
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
  why: 'Messages came, and nothing was read that had changed without one.',
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

test('it says how far its users were read, how old that is and what could not be read', async () => {
  connect();
  answerUpstream({ reading: { ...someReading, listedAt: ago(65), oldestAt: ago(185) } });
  const { pane, fact } = await openPane('Its users');
  expect(fact('Progress')).toBe('Under way');
  expect(fact('Wallets read')).toBe('12,400 of 20,000 users');
  expect(fact('Histories read')).toBe('9,000 of 20,000 users');
  expect(fact('List read')).toMatch(/^1\smin ago$/);
  expect(fact('Oldest shown')).toMatch(/^3\smin ago$/);
  expect(fact('Could not be read')).toBe('12 answers');
  pane.getByText('It answered with a web page.');
});

test.each([
  [{ state: 'cancelled' }, 'Stopped, until an admin chooses Read again'],
  [
    { state: 'waiting', users: 0, wallets: 0, histories: 0, listedAt: null },
    'The list comes first',
  ],
  [{ state: 'waiting' }, 'What is missing is tried again soon'],
  [
    { state: 'waiting', wallets: 20_000, histories: 20_000 },
    'All is read, and read again by itself',
  ],
] as const)('reading that is %o is: %s', async (reading, words) => {
  connect();
  answerUpstream({ reading: { ...someReading, ...reading } });
  const { fact } = await openPane('Its users');
  expect(fact('Progress')).toBe(words);
});

test('an admin stops reading, and has its users read again', async () => {
  connect();
  answerUpstream({ reading: someReading });
  const sent: string[] = [];
  const answer = (method: string, state: Upstream['reading']['state']) => () => {
    sent.push(method);
    answerUpstream({ reading: { ...someReading, state } });
    return new HttpResponse(null, { status: 204 });
  };
  server.use(
    http.delete('*/x/upstream/sync', answer('DELETE', 'cancelled')),
    http.post('*/x/upstream/sync', answer('POST', 'reading')),
  );
  const { user, pane } = await openPane('Its users');
  const stop = pane.getByText('Stop reading');
  await user.click(stop);
  await screen.findByText('Reading stopped: what was read stays');
  await pane.findByText('Stopped, until an admin chooses Read again');
  await user.click(stop);
  await user.click(pane.getByText('Read again'));
  await screen.findByText('Its users are read again, the list first');
  await pane.findByText('Under way');
  expect(sent).toEqual(['DELETE', 'POST']);
});

/** Answers a change of our webhook, which shows from then on. */
const answerHook = (live: Upstream['live']) => () => {
  answerUpstream({ live });
  return HttpResponse.json(live);
};

test('an admin removes our webhook there, and registers it again', async () => {
  connect();
  answerUpstream({ live: byWebhooks });
  server.use(
    http.delete('*/x/upstream/hook', answerHook(polling)),
    http.post('*/x/upstream/hook', answerHook(byWebhooks)),
  );
  const { user, pane, fact } = await openPane('Changes there');
  expect(fact('How they show')).toBe('by its webhooks, at once');
  expect(fact('Our webhook there')).toMatch(/^https:\/\/our\.example\S+ for \*, signed, since /);
  await user.click(pane.getByText('Unregister'));
  await screen.findByText('Our webhook was removed there');
  await user.click(await pane.findByText('Register webhook'));
  await screen.findByText('Our webhook is registered there');
  await pane.findByText('Unregister');
});

test('what changed without a message is said, and since when it is known that none arrive', async () => {
  connect();
  const why = 'Our webhook is registered, but no message came.';
  const unannounced = { what: 'the wallets of "u1"', readAt: '2026-11-23T09:58:11.000Z' };
  answerUpstream({
    live: { ...byWebhooks, by: 'polling', why, unannounced, lastMessageAt: ago(185) },
  });
  const { fact } = await openPane('Changes there');
  expect(fact('How they show')).toMatch(/^by polling, since .*:58/);
  expect(fact('Why')).toBe(why);
  expect(fact('Last message')).toMatch(/^3\smin ago$/);
  expect(fact('Without a message')).toBe('the wallets of "u1"');
});

test('a webhook that cannot be registered is said with the reason', async () => {
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
  expect(fact('How they show')).toBe('by polling');
  expect(fact('Why')).toBe('Our webhook was removed from it.');
  expect(pane.queryByText('Our webhook there')).toBeNull();
  await user.click(pane.getByText('Register webhook'));
  await screen.findByText(`Our webhook was not registered: ${detail}`);
});

test('where nobody can reach us there is nothing to register, and the reason is said', async () => {
  connect();
  answerUpstream();
  const { pane, fact } = await openPane('Changes there');
  expect(fact('Why')).toBe('PUBLIC_URL is not set.');
  expect(pane.queryByRole('button')).toBeNull();
});

test('the check of it is one click away', async () => {
  connect();
  answerUpstream();
  const { user, pane } = await openPane();
  await user.click(await pane.findByText('Check this service'));
  expect(await screen.findByText('Not checked yet')).not.toBeNull();
});

test('an analyst sees how it does, and can change nothing of it', async () => {
  signInAnalyst();
  connect();
  answerUpstream({ reading: someReading, live: polling });
  const { pane } = await openPane('Its users');
  await pane.findByText('Under way');
  for (const name of ['Stop reading', 'Read again', 'Register webhook']) {
    expect(screen.queryByText(name, { selector: 'button *' })).toBeNull();
  }
  expect(screen.queryByText('Check this service')).toBeNull();
});
