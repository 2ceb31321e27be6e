import { notifications } from '@mantine/notifications';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadFloating } from '#dashboard/design/useFloating.ts';
import { resetPreferences } from '#dashboard/preferences/preferences.ts';
import { clearSelectedUsers } from '#dashboard/preferences/selectedUsers.ts';
import { provideBrowserApis } from './browserApis.ts';
import { resetService, server, serviceLog } from './server.ts';

provideBrowserApis();
configure({
  // The first answer of a test file waits for its modules and its database.
  asyncUtilTimeout: 40_000,
  // By default every retry of a `findBy…` prints the complete document, which takes a fifth of the time of these tests.
  getElementError: (message) => new Error(message ?? 'not found'),
});

// Set-up of the component tests: the real service behind msw. A logged error fails the test.

beforeAll(async () => {
  server.listen({ onUnhandledFrame: 'error' });
  // As on a page that the user has already touched.
  await loadFloating();
});

beforeEach(async () => {
  await resetService();
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(prettyDOM(document.body, 7000));
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  resetPreferences();
  clearSelectedUsers();
  notifications.clean();
  const complaints = [
    ...vi.mocked(console.error).mock.calls,
    ...vi.mocked(console.warn).mock.calls,
  ];
  vi.restoreAllMocks();
  const unseen = [...complaints.map(([text]) => String(text)), ...(await serviceLog())];
  if (unseen.length > 0) throw new Error(`Complaints that nobody sees:\n${unseen.join('\n')}`);
});

afterAll(() => server.close());
