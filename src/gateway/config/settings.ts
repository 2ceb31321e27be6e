import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { marketKinds } from '#contract/capabilities.ts';
import {
  optional,
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
import { loopbackNames } from './loopback.ts';

const embeddedEngines = ['postgresql', 'pglite'] as const;
const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export const defaultMaxConnections = 1000;

export const defaultSampleUsers = 240;

/** Every setting: an environment variable, a flag of the same name (`PORT`, `--port`) and a member of Config (`port`). */
export const settings = {
  PORT: withPreset('4173', integer('Port to listen on; 0: any free port.', 0, 65_535)),
  HOST: withPreset('127.0.0.1', {
    about: 'Address to listen on.',
    allowed: `a name or an address of this machine; any other than ${loopbackNames.join(', ')} needs a key (npm run keys) and PUBLIC_URL`,
    schema: readBy((given) => {
      const host = given.replace(/^\[(.*)\]$/, '$1').toLowerCase();
      return isIP(host) !== 0 || /^[a-z\d.-]+$/.test(host) ? host : undefined;
    }),
  }),
  DATA_DIR: withPreset('.portfolio', {
    about: 'Folder of the embedded database and of secret.key.',
    allowed: 'the path of a folder; created if it does not exist',
    schema: readBy((given) => (given.trim() === '' ? undefined : resolve(given.trim()))),
  }),
  DISK_RESERVE_MB: withPreset(
    '64',
    integer(
      'Megabytes to keep free on the disk of DATA_DIR. With less, changes are rejected.',
      32,
      1_000_000,
    ),
  ),
  DATABASE_URL: optional('the embedded database', {
    about: 'PostgreSQL to use instead of the embedded database.',
    allowed: 'an address such as postgresql://name:password@host:5432/database',
    secret: true,
    schema: readBy((given) =>
      /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined,
    ),
  }),
  EMBEDDED_ENGINE: optional('postgresql where it runs, else pglite', {
    about:
      'Engine of the embedded database. PostgreSQL needs less memory and reads while it writes; it runs on Linux, but not as root.',
    allowed: `either ${embeddedEngines.join(' or ')}`,
    schema: z.enum(embeddedEngines),
  }),
  DATABASE_SYNC: yesOrNo(
    'Answers a change only once it is on disk, so that a power cut loses none (embedded database).',
    '1',
  ),
  BACKUP_DIR: optional('no scheduled backups', {
    about:
      'Folder for scheduled backups. If several processes share one PostgreSQL, set it for one of them.',
    allowed: 'the path of an existing folder, best on another disk than DATA_DIR',
    schema: readBy((given) => (given.trim() === '' ? undefined : resolve(given.trim()))),
  }),
  BACKUP_EVERY_HOURS: withPreset('24', integer('Hours between scheduled backups.', 1, 8760)),
  BACKUP_KEEP: withPreset(
    '7',
    integer('Number of scheduled backups to keep. Older ones are deleted.', 1, 10_000),
  ),
  CURRENCY: optional('USD; none with PORTFOLIO_SERVICE_URL', {
    about: 'Currency of all totals; none: no currency is displayed.',
    allowed: 'three letters such as USD, or none',
    schema: readBy((given) => (/^([A-Z]{3}|none)$/.test(given) ? given : undefined)),
  }),
  MARKET: optional('simulated until prices are imported, then stored', {
    about: 'Source of prices.',
    allowed: `either ${marketKinds.join(' or ')}`,
    schema: z.enum(marketKinds),
  }),
  SAMPLE_USERS: optional(
    `${defaultSampleUsers}; 0 with DATABASE_URL`,
    integer('Sample users to create in a new database.', 0, maxSampleUsers),
  ),
  TICK_SECONDS: withPreset(
    '10',
    integer('Seconds between prices of the simulated market.', 1, 3600),
  ),
  ...connectionSettings,
  PUBLIC_URL: optional('none', {
    about: 'Address at which people open this service. Used once there is a key.',
    allowed: 'an origin such as https://portfolio.example.com, without a path',
    schema: readBy(readOrigin),
  }),
  OIDC_ISSUER: optional('none', {
    about: 'OpenID Connect provider for sign-in.',
    allowed:
      'the address of a provider, such as https://login.example.com/realms/main; http only on this machine',
    schema: readBy(readIssuer),
  }),
  OIDC_CLIENT_ID: optional('none', {
    about:
      'Client id of this service at the provider. Its callback is PUBLIC_URL/x/sign-in/callback.',
    allowed: 'any text',
    schema: z.string(),
  }),
  OIDC_CLIENT_SECRET: optional('none', {
    about: 'Client secret of this service at the provider.',
    allowed: 'any text',
    secret: true,
    schema: z.string(),
  }),
  OIDC_ROLE_CLAIM: optional('none', {
    about: 'Claim with the roles or groups of a person.',
    allowed: 'the name of a claim, such as groups, or the path to it, such as realm_access.roles',
    schema: z.string(),
  }),
  OIDC_ADMIN_VALUES: optional('none', {
    about: 'Values of that claim that grant the role admin.',
    allowed: 'values separated by commas',
    schema: readBy(readList),
  }),
  OIDC_ANALYST_VALUES: optional('none', {
    about: 'Values of that claim that grant the role analyst.',
    allowed: 'values separated by commas',
    schema: readBy(readList),
  }),
  OIDC_MONITOR_VALUES: optional('none', {
    about: 'Values of that claim that grant the role monitor; optional.',
    allowed: 'values separated by commas',
    schema: readBy(readList),
  }),
  WEBHOOKS_ALLOW_HTTP: yesOrNo('Allows webhooks over plain http.'),
  WEBHOOKS_ALLOW_NETWORKS: withPreset('none', {
    about: 'Private networks, or this machine, to which webhooks may be sent.',
    allowed:
      'addresses or networks separated by commas, such as 127.0.0.0/8,::1,10.1.0.0/16, or none',
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
  SECRET_KEY: optional('DATA_DIR/secret.key, created on first start', {
    about: 'Key that encrypts secrets. Must be the same wherever the database is opened.',
    allowed: '32 bytes in base64 or hexadecimal digits (openssl rand -base64 32)',
    secret: true,
    schema: readBy(readKey),
  }),
  LOG_FORMAT: withPreset('text', {
    about: 'Format of the output; json: one object per line, and a line for each request.',
    allowed: `either ${logFormats.join(' or ')}`,
    schema: z.enum(logFormats),
  }),
  MAX_CONNECTIONS: optional(
    `${defaultMaxConnections}, but at most half of the files that the process may open (ulimit -n)`,
    integer(
      'Maximum of open connections. A further one replaces the one idle for longest, or is closed.',
      1,
      100_000,
    ),
  ),
  MAX_REQUESTS: withPreset(
    '256',
    integer(
      'Maximum of concurrent requests, live streams excluded. Further ones get 503.',
      1,
      100_000,
    ),
  ),
  MAX_REQUESTS_PER_CONNECTION: withPreset(
    '16',
    integer('Maximum of unanswered requests on one connection. Further ones get 503.', 1, 1000),
  ),
  MAX_LIVE_STREAMS: withPreset(
    '200',
    integer('Maximum of live streams. Further ones get 503.', 1, 100_000),
  ),
  MAX_LIVE_STREAMS_PER_KEY: withPreset(
    '20',
    integer('Maximum of live streams with one key. Further ones get 429.', 1, 100_000),
  ),
  RATE_PER_KEY: withPreset(
    '600',
    integer('Requests per minute with one key. Further ones get 429. 0: no limit.', 0, 1_000_000),
  ),
  RATE_PER_ADDRESS: withPreset(
    '60',
    integer(
      'Requests per minute without a key from one address. Further ones get 429. 0: no limit.',
      0,
      1_000_000,
    ),
  ),
  TRUSTED_PROXIES: withPreset('none', {
    about: 'Networks of the proxies whose X-Forwarded-For is trusted.',
    allowed: 'addresses or networks separated by commas, such as 127.0.0.1,10.1.0.0/16, or none',
    schema: readBy((given) => (given === 'none' ? [] : readNetworks(given))),
  }),
  CLIENT_TIMEOUT_SECONDS: withPreset(
    '60',
    integer('Seconds until a client that reads nothing of its answer is disconnected.', 1, 3600),
  ),
  HEADERS_TIMEOUT_SECONDS: withPreset(
    '20',
    integer('Seconds within which the headers of a request must arrive.', 1, 3600),
  ),
  BODY_TIMEOUT_SECONDS: withPreset(
    '20',
    integer(
      'Seconds that a request body may take, in addition to one second for every 500 bytes.',
      1,
      3600,
    ),
  ),
  IDLE_TIMEOUT_SECONDS: withPreset(
    '5',
    integer(
      'Seconds until an idle connection is closed. Behind a proxy, set it above the keep-alive timeout of the proxy.',
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
  'EMBEDDED_ENGINE',
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
