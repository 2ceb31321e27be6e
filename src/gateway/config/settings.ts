import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { marketKinds } from '#contract/capabilities.ts';
import {
  open,
  readBy,
  readIssuer,
  readKey,
  readList,
  readNetworks,
  readOrigin,
  integer,
  withPreset,
  yesOrNo,
  type Setting,
} from './readers.ts';
import { maxSampleUsers } from '#contract/samples.ts';
import { connectionSettings } from './connection.ts';

const loopback = ['127.0.0.1', 'localhost', '::1'];

export function isLoopbackHost(host: string): boolean {
  return loopback.includes(host);
}

const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export const defaultMaxConnections = 1000;

export const defaultSampleUsers = 240;

/** Every setting: an environment variable, a flag of the same name (`PORT`, `--port`) and a member of Config (`port`). */
export const settings = {
  PORT: withPreset('4173', integer('Port to listen on; 0 takes a free one.', 0, 65_535)),
  HOST: withPreset('127.0.0.1', {
    about: 'Address to listen on.',
    may: 'a name or an address of this machine; others than 127.0.0.1, localhost and ::1 need a key (npm run keys) and PUBLIC_URL',
    schema: readBy((given) => {
      const host = given.replace(/^\[(.*)\]$/, '$1').toLowerCase();
      return isIP(host) !== 0 || /^[a-z\d.-]+$/.test(host) ? host : undefined;
    }),
  }),
  DATA_DIR: withPreset('.portfolio', {
    about: 'Folder of the embedded database and of secret.key.',
    may: 'the path of a folder, which is created if it does not exist',
    schema: readBy((given) => (given.trim() === '' ? undefined : resolve(given.trim()))),
  }),
  DISK_RESERVE_MB: withPreset(
    '64',
    integer(
      'Megabytes to keep free on the disk of DATA_DIR: with less, changes are refused.',
      32,
      1_000_000,
    ),
  ),
  DATABASE_URL: open('the embedded database', {
    about: 'A PostgreSQL to use instead of the embedded database.',
    may: 'an address such as postgresql://name:password@host:5432/database',
    secret: true,
    schema: readBy((given) =>
      /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined,
    ),
  }),
  DATABASE_SYNC: yesOrNo(
    'Whether each change is on the disk before it is answered, so that a power cut loses none (embedded database).',
    '1',
  ),
  BACKUP_DIR: open('none: no backups are scheduled', {
    about:
      'Folder that scheduled backups are written to. Of several processes on one PostgreSQL, set it for one.',
    may: 'the path of a folder that exists, best on another disk than DATA_DIR',
    schema: readBy((given) => (given.trim() === '' ? undefined : resolve(given.trim()))),
  }),
  BACKUP_EVERY_HOURS: withPreset('24', integer('Hours between two scheduled backups.', 1, 8760)),
  BACKUP_KEEP: withPreset(
    '7',
    integer('Scheduled backups to keep; older ones are deleted.', 1, 10_000),
  ),
  CURRENCY: open('USD; none with PORTFOLIO_SERVICE_URL', {
    about: 'Currency of every total; none: no currency is shown.',
    may: 'three letters such as USD, or none',
    schema: readBy((given) => (/^([A-Z]{3}|none)$/.test(given) ? given : undefined)),
  }),
  MARKET: open('stored once prices were imported, simulated before', {
    about: 'Where prices come from.',
    may: marketKinds.join(' or '),
    schema: z.enum(marketKinds),
  }),
  SAMPLE_USERS: open(
    `${defaultSampleUsers}; 0 with DATABASE_URL`,
    integer('Sample users to create in a new database.', 0, maxSampleUsers),
  ),
  TICK_SECONDS: withPreset(
    '10',
    integer('Seconds between two prices of the simulated market.', 1, 3600),
  ),
  ...connectionSettings,
  PUBLIC_URL: open('none', {
    about: 'Address at which people open this service; used once there is a key.',
    may: 'an origin such as https://portfolio.example.com, without a path',
    schema: readBy(readOrigin),
  }),
  OIDC_ISSUER: open('none', {
    about: 'OpenID Connect provider that people sign in through.',
    may: 'its address, such as https://login.example.com/realms/main; http only on this machine',
    schema: readBy(readIssuer),
  }),
  OIDC_CLIENT_ID: open('none', {
    about: 'Name of this service at the provider; its callback is PUBLIC_URL/x/sign-in/callback.',
    may: 'any text',
    schema: z.string(),
  }),
  OIDC_CLIENT_SECRET: open('none', {
    about: 'Its secret at the provider.',
    may: 'any text',
    secret: true,
    schema: z.string(),
  }),
  OIDC_ROLE_CLAIM: open('none', {
    about: 'Claim that holds the roles or groups of a person.',
    may: 'the name of a claim, such as groups, or the path to it, such as realm_access.roles',
    schema: z.string(),
  }),
  OIDC_ADMIN_VALUES: open('none', {
    about: 'Values of it that make an admin.',
    may: 'texts separated by commas',
    schema: readBy(readList),
  }),
  OIDC_ANALYST_VALUES: open('none', {
    about: 'Values of it that make an analyst.',
    may: 'texts separated by commas',
    schema: readBy(readList),
  }),
  OIDC_MONITOR_VALUES: open('none', {
    about: 'Values of it that make a monitor; optional.',
    may: 'texts separated by commas',
    schema: readBy(readList),
  }),
  WEBHOOKS_ALLOW_HTTP: yesOrNo('Whether webhooks may be sent over plain http.'),
  WEBHOOKS_ALLOW_NETWORKS: withPreset('none', {
    about: 'Private networks, or this machine, that webhooks may be sent to.',
    may: 'addresses or networks separated by commas, such as 127.0.0.0/8,::1,10.1.0.0/16, or none',
    schema: readBy((given) => (given === 'none' ? [] : readNetworks(given))),
  }),
  WEBHOOKS_MIN_INTERVAL_SECONDS: withPreset(
    '10',
    integer(
      'Minimum seconds between two messages about the same user, wallet or thematic.',
      0,
      3600,
    ),
  ),
  SECRET_KEY: open('DATA_DIR/secret.key, created on first start', {
    about: 'Key that encrypts secrets; must be the same wherever the database is opened.',
    may: '32 bytes in base64 or hexadecimal digits (openssl rand -base64 32)',
    secret: true,
    schema: readBy(readKey),
  }),
  LOG_FORMAT: withPreset('text', {
    about: 'Format of what the process prints; json: an object a line, one for each request too.',
    may: logFormats.join(' or '),
    schema: z.enum(logFormats),
  }),
  MAX_CONNECTIONS: open(
    `${defaultMaxConnections}, at most half of the files the process may open (ulimit -n)`,
    integer(
      'Maximum of open connections; one more ends the one that was idle longest, or is closed.',
      1,
      100_000,
    ),
  ),
  MAX_REQUESTS: withPreset(
    '256',
    integer(
      'Maximum of concurrent requests, without live streams; further ones get 503.',
      1,
      100_000,
    ),
  ),
  MAX_REQUESTS_PER_CONNECTION: withPreset(
    '16',
    integer(
      'Requests a connection may send before they are answered; further ones get 503.',
      1,
      1000,
    ),
  ),
  MAX_LIVE_STREAMS: withPreset(
    '200',
    integer('Maximum of live streams; further ones get 503.', 1, 100_000),
  ),
  MAX_LIVE_STREAMS_PER_KEY: withPreset(
    '20',
    integer('Maximum of live streams with one key; further ones get 429.', 1, 100_000),
  ),
  RATE_PER_KEY: withPreset(
    '600',
    integer('Requests a minute with one key; further ones get 429. 0: no limit.', 0, 1_000_000),
  ),
  RATE_PER_ADDRESS: withPreset(
    '60',
    integer(
      'Requests a minute without a key from one address; further ones get 429. 0: no limit.',
      0,
      1_000_000,
    ),
  ),
  TRUSTED_PROXIES: withPreset('none', {
    about: 'Networks of the proxies whose X-Forwarded-For is believed.',
    may: 'addresses or networks separated by commas, such as 127.0.0.1,10.1.0.0/16, or none',
    schema: readBy((given) => (given === 'none' ? [] : readNetworks(given))),
  }),
  CLIENT_TIMEOUT_SECONDS: withPreset(
    '60',
    integer(
      'Seconds after which a client that reads nothing of its answer is disconnected.',
      1,
      3600,
    ),
  ),
  HEADERS_TIMEOUT_SECONDS: withPreset(
    '20',
    integer('Seconds within which the headers of a request must arrive.', 1, 3600),
  ),
  BODY_TIMEOUT_SECONDS: withPreset(
    '20',
    integer(
      'Seconds that a body may be later than one that arrives at 500 bytes a second.',
      1,
      3600,
    ),
  ),
  IDLE_TIMEOUT_SECONDS: withPreset(
    '5',
    integer(
      'Seconds for which a connection without a request is kept; behind a proxy, longer than the proxy keeps it.',
      1,
      3600,
    ),
  ),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
export type SettingName = keyof Settings;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** Parsed settings of a process; null: not set. */
export type Config = {
  readonly [Name in SettingName as CamelCase<Name>]: Settings[Name] extends Setting<infer Value>
    ? Value
    : never;
};

export const storeSettings = [
  'DATA_DIR',
  'DISK_RESERVE_MB',
  'DATABASE_URL',
  'DATABASE_SYNC',
  'SECRET_KEY',
] as const satisfies readonly SettingName[];
export type StoreConfig = Pick<Config, CamelCase<(typeof storeSettings)[number]>>;

export const marketSettings = ['MARKET', 'TICK_SECONDS'] as const satisfies readonly SettingName[];
export type MarketConfig = Pick<Config, CamelCase<(typeof marketSettings)[number]>>;

/** Returns the allowed webhook targets besides https addresses of the internet. */
export function webhookTargetsOf(config: Config) {
  return { allowHttp: config.webhooksAllowHttp, allowNetworks: config.webhooksAllowNetworks };
}

/** Returns the currency of every total; null: none is displayed. */
export function currencyOf({ currency, portfolioServiceUrl }: Config): string | null {
  if (currency === null) return portfolioServiceUrl === null ? 'USD' : null;
  return currency === 'none' ? null : currency;
}

/** Returns the member of Config: `DATA_DIR` is `dataDir`. */
export function memberOf(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the flag of a setting: `DATA_DIR` is `data-dir`. */
export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
