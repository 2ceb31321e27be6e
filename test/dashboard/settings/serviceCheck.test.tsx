import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { CheckReport } from '#contract/serviceCheck.ts';
import { connect } from '#test/support/connected.ts';
import { open } from '#test/support/render.tsx';
import { server } from '#test/support/server.ts';

const finding = {
  call: 'GET /p/users',
  outcome: 'differs',
  found: 'records not in order',
  isHarmless: true,
} as const;
const report: CheckReport = {
  service: 'https://folio.example',
  startedAt: '2026-06-17T14:23:40.000Z',
  endedAt: '2026-06-17T14:23:50.000Z',
  hasWrites: true,
  requests: 9,
  unreachable: null,
  counts: { passed: 1, differs: 1, unreadable: 0, 'not-tried': 1 },
  left: ['The user check a was created for this check.'],
  latencies: [{ call: 'GET /p/users', answers: 7, medianMs: 12.4, slowestMs: 1310.2 }],
  findings: [
    finding,
    { ...finding, call: 'GET /p/webhook', outcome: 'passed', found: 'ISO times' },
    { ...finding, call: 'PUT /p/users', outcome: 'not-tried', found: 'Not reached.' },
  ],
};

/** Answers a check. Returns the queries of the requests. */
function answerCheck(...lines: readonly object[]): string[] {
  const queries: string[] = [];
  server.use(
    http.post('*/x/upstream/check', ({ request }) => {
      queries.push(new URL(request.url).search);
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      return new HttpResponse(text, { headers: { 'content-type': 'application/x-ndjson' } });
    }),
  );
  return queries;
}

const cells = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('tries changes only after the agreement; the report lists differences, untried calls or all findings', async () => {
  connect();
  const queries = answerCheck({ progress: 'Lists', done: 0, of: 3 }, { report });
  const { user } = open('/settings/check');
  await user.click(await screen.findByRole('button', { name: 'Check with changes…' }));
  await screen.findByText(/The check creates one user/);
  expect(queries).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Agree and check' }));
  await screen.findByText('1 passed, 1 differs, 0 cannot be read, 1 not tried');
  expect(queries).toEqual(['?writes=1']);
  expect(screen.getByText('The user check a was created for this check.')).not.toBeNull();
  expect(screen.getByText('records not in order')).not.toBeNull();
  expect(screen.getByText('Harmless')).not.toBeNull();
  expect(screen.queryByText('ISO times')).toBeNull();
  expect(cells(/^GET \/p\/users/)).toEqual([
    'GET /p/users',
    '1 differs',
    '7',
    '12 ms',
    'slowest 1,310 ms',
  ]);
  expect(cells(/^PUT \/p\/users/)).toEqual(['PUT /p/users', '1 not tried', '–', '–', '–']);
  await user.click(screen.getByText('Not tried', { selector: 'label *' }));
  expect(screen.getByText('Not reached.')).not.toBeNull();
  expect(screen.queryByText('Harmless')).toBeNull();
  await user.click(screen.getByText('All'));
  expect(screen.getByText('ISO times')).not.toBeNull();
});

test('a check that fails shows the error and can be retried', async () => {
  connect();
  const problem = { code: 'internal', title: 'Wrong', detail: 'The check broke.' };
  const queries = answerCheck({ problem });
  const { user } = open('/settings/check');
  await user.click(await screen.findByRole('button', { name: 'Check' }));
  await screen.findByText('The check broke.');
  expect(queries).toEqual(['']);
  answerCheck({ report });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('1 passed, 1 differs, 0 cannot be read, 1 not tried');
});

test('without a connected service, there is nothing to check', async () => {
  open('/settings/check');
  expect(await screen.findByText('No connected service')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
});
