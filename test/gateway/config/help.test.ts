import { expect, test } from 'vitest';
import { settingsHelp } from '#gateway/config/help.ts';
import { backupCommand } from '#gateway/command/backup.ts';
import { checkServiceCommand } from '#gateway/command/checkService.ts';
import type { Command } from '#gateway/command/command.ts';
import { importCommand } from '#gateway/command/import.ts';
import { keysCommand } from '#gateway/command/keys.ts';
import { restoreCommand } from '#gateway/command/restore.ts';
import { samplesCommand } from '#gateway/command/samples.ts';
import { startCommand } from '#gateway/command/start.ts';
import { unregisterCommand } from '#gateway/command/unregister.ts';
import { settings } from '#gateway/config/settings.ts';

test('the help lists the given settings, and no text overlaps a name', () => {
  expect(settingsHelp(['PORTFOLIO_SERVICE_CONCURRENT_REQUESTS']).split('\n')).toEqual([
    '  PORTFOLIO_SERVICE_CONCURRENT_REQUESTS',
    '  --portfolio-service-concurrent-requests',
    expect.stringMatching(/^ {38}Maximum of concurrent requests to that service\./),
    expect.stringMatching(/Default: 6\.$/),
  ]);
});

const store = [
  'DATA_DIR',
  'DATABASE_SYNC',
  'DATABASE_URL',
  'DISK_RESERVE_MB',
  'EMBEDDED_ENGINE',
  'SECRET_KEY',
];
const market = ['MARKET', 'TICK_SECONDS'];
const connection = [
  'PORTFOLIO_SERVICE_CA',
  'PORTFOLIO_SERVICE_CONCURRENT_REQUESTS',
  'PORTFOLIO_SERVICE_HEADERS',
  'PORTFOLIO_SERVICE_REQUESTS_PER_SECOND',
  'PORTFOLIO_SERVICE_URL',
  'PORTFOLIO_SERVICE_USERS_QUERY',
];

test.each<[name: string, Command, listed: readonly string[]]>([
  ['backup', backupCommand, store],
  ['check-service', checkServiceCommand, connection],
  ['import', importCommand, [...store, ...market, 'SAMPLE_USERS', 'WEBHOOKS_MIN_INTERVAL_SECONDS']],
  ['keys', keysCommand, store],
  ['restore', restoreCommand, store],
  ['samples', samplesCommand, [...store, ...market]],
  ['start', startCommand, Object.keys(settings)],
  ['upstream', unregisterCommand, [...store, ...connection]],
])(
  'the help of %s lists the settings that apply to it, and no other',
  async (_, command, listed) => {
    const printed: string[] = [];
    const print = (line: string) => printed.push(line);
    expect(
      await command({ args: ['--help'], environment: {}, root: '.', version: '1', print }),
    ).toBe(0);
    const names = [...printed.join('\n').matchAll(/^ {2}([A-Z][A-Z_]+)(?=\s)/gm)];
    expect(new Set(names.map(([, name]) => name))).toEqual(new Set(listed));
  },
);
