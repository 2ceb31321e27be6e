import { expect, test } from 'vitest';
import { settingsHelp } from '#gateway/config/help.ts';

test('the help of settings: those that begin so, and a meaning never runs into a name', () => {
  expect(settingsHelp('PORTFOLIO_SERVICE_CONCURRENT').split('\n')).toEqual([
    '  PORTFOLIO_SERVICE_CONCURRENT_REQUESTS',
    '  --portfolio-service-concurrent-requests',
    expect.stringMatching(/^ {38}Most requests to it at once\./),
    expect.stringMatching(/Default: 6\.$/),
  ]);
});
