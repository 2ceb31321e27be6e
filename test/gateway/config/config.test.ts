import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { readConfig } from '#gateway/config/config.ts';
import { flagsHelp } from '#gateway/config/help.ts';
import { currencyOf, settings } from '#gateway/config/settings.ts';
import { Refusal } from '#gateway/config/refusal.ts';

const key = Buffer.alloc(32, 7);
/** Flags of a command's own. */
const own = {
  help: { about: 'Helps.' },
  dry: { about: 'Only says so.' },
  map: { takes: 'FILE', about: 'Maps.' },
} as const;

function linesOf(args: string[], environment: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(args, environment, own);
  } catch (error) {
    if (error instanceof Refusal && error.exitCode === 2) return error.lines;
    throw error;
  }
  return [];
}

test('without settings, the defaults apply', () => {
  expect(readConfig([], {}).config).toEqual({
    port: 4173,
    portfolioServiceUrl: null,
    portfolioServiceHeaders: null,
    portfolioServiceCa: null,
    portfolioServiceUsersQuery: null,
    portfolioServiceConcurrentRequests: 6,
    portfolioServiceRequestsPerSecond: 20,
    host: '127.0.0.1',
    dataDir: resolve('.portfolio'),
    backupDir: null,
    backupEveryHours: 24,
    backupKeep: 7,
    databaseSync: true,
    databaseUrl: null,
    embeddedEngine: null,
    currency: null,
    market: null,
    sampleUsers: null,
    tickSeconds: 10,
    publicUrl: null,
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    oidcRoleClaim: null,
    oidcAdminValues: null,
    oidcMonitorValues: null,
    oidcAnalystValues: null,
    webhooksAllowHttp: false,
    webhooksAllowNetworks: [],
    webhooksMinIntervalSeconds: 10,
    secretKey: null,
    diskReserveMb: 64,
    logFormat: 'text',
    maxConnections: null,
    maxRequests: 256,
    maxRequestsPerConnection: 16,
    maxLiveStreams: 200,
    maxLiveStreamsPerKey: 20,
    ratePerKey: 600,
    ratePerAddress: 60,
    trustedProxies: [],
    clientTimeoutSeconds: 60,
    headersTimeoutSeconds: 20,
    bodyTimeoutSeconds: 20,
    idleTimeoutSeconds: 5,
  });
});

test('a flag, in both spellings, overrides its variable', () => {
  expect(readConfig(['--port', '5000'], {}).config.port).toBe(5000);
  expect(readConfig(['--port=5000'], { PORT: '6000' }).config.port).toBe(5000);
  expect(readConfig([], { PORT: '6000' }).config.port).toBe(6000);
  expect(readConfig(['--data-dir', './x y'], {}).config.dataDir).toBe(resolve('x y'));
  expect(readConfig(['--webhooks-allow-http'], {}).config.webhooksAllowHttp).toBe(true);
  expect(readConfig(['--webhooks-allow-http', '--port=1'], {}).config.port).toBe(1);
  expect(
    readConfig(['--webhooks-allow-http', '0'], { WEBHOOKS_ALLOW_HTTP: '1' }).config
      .webhooksAllowHttp,
  ).toBe(false);
  expect(readConfig(['--help', '--map=a=b', 'x', '--', '--y'], {}, own)).toMatchObject({
    given: { help: true, dry: false, map: 'a=b' },
    positionals: ['x', '--y'],
  });
  expect(flagsHelp(own).split('\n')).toEqual([
    expect.stringMatching(/^  --help {2,}Helps\.$/),
    expect.stringMatching(/^  --dry {2,}Only says so\.$/),
    expect.stringMatching(/^  --map=FILE {2,}Maps\.$/),
  ]);
});

test.each([
  ['HOST', '[::1]', { host: '::1' }],
  ['HOST', 'LOCALHOST', { host: 'localhost' }],
  ['PORT', '0', { port: 0 }],
  ['PORT', '', { port: 4173 }],
  ['CURRENCY', 'none', { currency: 'none' }],
  ['CURRENCY', 'EUR', { currency: 'EUR' }],
  ['PORTFOLIO_SERVICE_USERS_QUERY', 'a=b=c', { portfolioServiceUsersQuery: ['a', 'b=c'] }],
  ['MARKET', 'stored', { market: 'stored' }],
  ['SAMPLE_USERS', '100000', { sampleUsers: 100_000 }],
  ['PUBLIC_URL', 'https://A.example:443/', { publicUrl: 'https://a.example' }],
  ['DATABASE_URL', 'postgres://u:p@h/d', { databaseUrl: 'postgres://u:p@h/d' }],
  ['SECRET_KEY', key.toString('hex'), { secretKey: key }],
  ['SECRET_KEY', key.toString('base64'), { secretKey: key }],
  ['SECRET_KEY', key.toString('base64url'), { secretKey: key }],
  [
    'WEBHOOKS_ALLOW_NETWORKS',
    '127.0.0.0/8, ::1 ,10.1.2.3',
    { webhooksAllowNetworks: ['127.0.0.0/8', '::1/128', '10.1.2.3/32'] },
  ],
  ['TRUSTED_PROXIES', '127.0.0.1,10.1.0.0/16', { trustedProxies: ['127.0.0.1/32', '10.1.0.0/16'] }],
])('%s=%s is read', (name, text, expected) => {
  expect(readConfig([], { [name]: text }).config).toMatchObject(expected);
});

test.each([
  ['PORT', ['-1', '65536', '80.5', '1e3', '0x50', 'abc', ' ', '٣', '99999999999999999999']],
  ['HOST', ['10.0.0.1/8', 'http://localhost', 'localhost:80', 'a b', '日本', '[::1']],
  ['DATA_DIR', ['  ']],
  ['CURRENCY', ['usd', 'US', 'DOLLAR', '日本円']],
  ['PORTFOLIO_SERVICE_CA', ['nowhere.pem', '.', 'package.json', '  ']],
  ['PORTFOLIO_SERVICE_CONCURRENT_REQUESTS', ['0', '1001', 'all']],
  ['PORTFOLIO_SERVICE_REQUESTS_PER_SECOND', ['0', '10001', '0.5']],
  ['MARKET', ['Stored', 'real', 'true']],
  ['SAMPLE_USERS', ['-1', 'NaN', 'many', '1000001']],
  ['TICK_SECONDS', ['0', '3601', '0.5', 'Infinity']],
  [
    'PUBLIC_URL',
    ['example.com', 'ftp://x', 'https://x/path', 'https://x?q', 'https://u@x', 'javascript:1'],
  ],
  ['OIDC_ISSUER', ['login.example', 'http://login.example', 'https://x?q', 'https://u@x']],
  ['OIDC_ADMIN_VALUES', [',', 'a,,b', ' ']],
  ['OIDC_ANALYST_VALUES', ['a,']],
  ['DATABASE_SYNC', ['yes', '2', 'off']],
  ['BACKUP_DIR', ['  ']],
  ['BACKUP_EVERY_HOURS', ['0', '8761', '1d']],
  ['BACKUP_KEEP', ['0', '10001', 'all']],
  ['WEBHOOKS_ALLOW_HTTP', ['yes', '2', 'on']],
  [
    'WEBHOOKS_ALLOW_NETWORKS',
    ['10.0.0.0/33', 'localhost', '10.0.0', '::1/129', '1.2.3.4,', '1.2.3.4/8/8', '1.2.3.4/'],
  ],
  ['WEBHOOKS_MIN_INTERVAL_SECONDS', ['-1', '3601', '1s']],
  ['MAX_CONNECTIONS', ['0', '100001', 'all']],
  ['MAX_REQUESTS', ['0', '100001', '-1']],
  ['MAX_REQUESTS_PER_CONNECTION', ['0', '1001', '1.5']],
  ['MAX_LIVE_STREAMS', ['0', '100001', 'none']],
  ['MAX_LIVE_STREAMS_PER_KEY', ['0', '100001', 'none']],
  ['RATE_PER_KEY', ['-1', '1000001', '10/s']],
  ['RATE_PER_ADDRESS', ['-1', '1000001', 'none']],
  ['TRUSTED_PROXIES', ['nginx', '10.0.0.0/33', '1.2.3.4,', '*']],
  ['CLIENT_TIMEOUT_SECONDS', ['0', '3601', '60s']],
  ['HEADERS_TIMEOUT_SECONDS', ['0', '3601', '1m']],
  ['BODY_TIMEOUT_SECONDS', ['0', '3601', '1m']],
  ['IDLE_TIMEOUT_SECONDS', ['0', '3601', '1m']],
] as const)('%s rejects each of %j in one line', (name, texts) => {
  for (const text of texts) {
    const [line, ...more] = linesOf([], { [name]: text });
    expect(more).toEqual([]);
    expect(line).toBe(`${name} is ${JSON.stringify(text)}; it must be ${settings[name].allowed}.`);
  }
});

test('a wrong flag is reported under both names, and an empty one is wrong', () => {
  expect(linesOf(['--port', 'x'])).toEqual([
    'PORT (given as --port) is "x"; it must be a whole number from 0 to 65535.',
  ]);
  expect(linesOf(['--data-dir='])).toHaveLength(1);
  expect(linesOf(['--port'])).toEqual(['--port needs a value: --port=…']);
  expect(linesOf(['--help=no'])).toEqual(['--help takes no value.']);
});

test('all faults are reported at once', () => {
  expect(
    linesOf(['--prot=1', '--tick-seconds=0'], { PORT: 'x', MARKET: 'y', CURRENCY: 'z' }),
  ).toHaveLength(5);
});

test('an unknown flag suggests the nearest one, and never shows its value', () => {
  expect(linesOf(['--prot=1'])[0]).toContain('Did you mean --port?');
  expect(linesOf(['--databse-url=postgres://u:hunter2@h/d'])[0]).toContain('--database-url');
  expect(linesOf(['--databse-url=postgres://u:hunter2@h/d']).join()).not.toContain('hunter2');
  expect(linesOf(['--qqqqqqqqqq'])[0]).toBe('Unknown flag --qqqqqqqqqq. --help lists all flags.');
  expect(linesOf(['-p'])).toHaveLength(1);
});

test.each([
  [{}, 'USD'],
  [{ PORTFOLIO_SERVICE_URL: 'https://a.example' }, null],
  [{ PORTFOLIO_SERVICE_URL: 'https://a.example', CURRENCY: 'EUR' }, 'EUR'],
  [{ CURRENCY: 'none' }, null],
])('the currency of %o is %s', (environment, currency) => {
  expect(currencyOf(readConfig([], environment).config)).toBe(currency);
});

test('certificates are read from their file, and a key beside them is not', () => {
  const certificate = new X509Certificate(rootCertificates[0] ?? '').toString();
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  const PORTFOLIO_SERVICE_CA = join(folder, 'ca.pem');
  const key = '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n';
  try {
    writeFileSync(PORTFOLIO_SERVICE_CA, `${key}${certificate}\nA comment\n${certificate}\n`);
    const { config } = readConfig([], { PORTFOLIO_SERVICE_CA });
    expect(config.portfolioServiceCa).toBe(certificate + certificate);
    writeFileSync(PORTFOLIO_SERVICE_CA, key);
    expect(linesOf([], { PORTFOLIO_SERVICE_CA })).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ['PORTFOLIO_SERVICE_USERS_QUERY', '=hunter2'],
  ['DATABASE_URL', 'mysql://root:hunter2@host/db'],
  ['DATABASE_URL', 'hunter2'],
  ['SECRET_KEY', 'hunter2'],
  ['SECRET_KEY', `hunter2${'0'.repeat(64)}`],
])('the value of an invalid %s is not shown', (name, text) => {
  for (const lines of [
    linesOf([], { [name]: text }),
    linesOf([`--${name.toLowerCase().replaceAll('_', '-')}`, text]),
  ]) {
    expect(lines).toHaveLength(1);
    expect(lines.join()).toContain(`${text.length} characters`);
    expect(lines.join()).not.toContain('hunter2');
  }
});

test.each([
  'https://u:hunter2@example.com',
  'https://example.com/api?key=hunter2',
  'https://example.com/api#hunter2',
  'ftp://example.com/hunter2',
  'hunter2',
])('the address of another service must not contain a secret, and none is shown: %s', (given) => {
  const lines = linesOf([], { PORTFOLIO_SERVICE_URL: given });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('PORTFOLIO_SERVICE_URL');
  expect(lines[0]).not.toContain('hunter2');
});

test('the address of another service keeps its path', () => {
  const PORTFOLIO_SERVICE_URL = 'https://Example.com/a%2Fb/api/';
  expect(readConfig([], { PORTFOLIO_SERVICE_URL }).config.portfolioServiceUrl).toBe(
    'https://example.com/a%2Fb/api',
  );
});

test.each([
  'hunter2',
  '["hunter2"]',
  '{"Authorization":2}',
  '{"Host":"hunter2"}',
  '{"content-length":"2"}',
  String.raw`{"X-Key":"hunter2\r\nX-Other: 1"}`,
  '{"no header":"hunter2"}',
])('headers for another service must be an object of strings: %s', (given) => {
  const lines = linesOf([], { PORTFOLIO_SERVICE_HEADERS: given });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('hunter2');
});
