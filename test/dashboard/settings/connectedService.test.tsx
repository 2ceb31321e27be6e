import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerUpstream, connect } from '#test/support/connected.ts';
import { open } from '#test/support/render.tsx';

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

test('the settings say which service stands behind this one, how it does and how its changes show', async () => {
  connect();
  answerUpstream({ requestsPerMinute: 17, waiting: 2 });
  const { pane, fact } = await openPane();
  await pane.findByText('https://folio.example');
  expect(fact('State')).toBe('It answers');
  expect(fact('Requests')).toBe('17 in the last minute, 0 under way, 2 waiting');
  expect(fact('Limits')).toBe('6 at once, 20 a second');
  expect(fact('Changes there show')).toBe('by polling');
  expect(fact('Why so')).toBe('PUBLIC_URL is not set.');
  expect(pane.queryByText('Our webhook there')).toBeNull();
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
