import {
  readKey,
  readNetworks,
  readOrigin,
  text,
  whole,
  yesOrNo,
  type Setting,
} from './readers.ts';

const loopback = ['127.0.0.1', 'localhost', '::1'];

interface Settings {
  readonly PORT: Setting<number>;
  readonly HOST: Setting<string>;
  readonly DATA_DIR: Setting<string>;
  readonly DATABASE_URL: Setting<string | null>;
  readonly CURRENCY: Setting<string | null>;
  readonly MARKET: Setting<'simulated' | 'stored' | null>;
  readonly SAMPLE_USERS: Setting<number | null>;
  readonly TICK_SECONDS: Setting<number>;
  readonly PUBLIC_URL: Setting<string | null>;
  readonly WEBHOOKS_ALLOW_HTTP: Setting<boolean>;
  readonly WEBHOOKS_ALLOW_NETWORKS: Setting<readonly string[]>;
  readonly WEBHOOKS_MIN_INTERVAL_SECONDS: Setting<number>;
  readonly SECRET_KEY: Setting<Uint8Array | null>;
}

/** Every setting: an environment variable, and a flag of the same name (`PORT`, `--port`). */
export const settings: Settings = {
  PORT: whole('Port it listens on; 0 takes a free one.', 0, 65_535, 4173),
  HOST: {
    about: 'Address it listens on.',
    may: '127.0.0.1, localhost or ::1 while no key is configured, since everyone who reaches an open service may change everything',
    usually: '127.0.0.1',
    fallback: '127.0.0.1',
    read: (given) => {
      const host = given.replace(/^\[(.*)\]$/, '$1').toLowerCase();
      return loopback.includes(host) ? host : undefined;
    },
  },
  DATA_DIR: text(
    'Folder of the embedded database and of secret.key.',
    'the path of a folder, which is made where it is missing',
    '.portfolio',
  ),
  DATABASE_URL: {
    about: 'A PostgreSQL to keep everything in, instead of the embedded database.',
    may: 'an address such as postgresql://name:password@host:5432/database',
    usually: 'the embedded database',
    fallback: null,
    secret: true,
    read: (given) =>
      /^postgres(ql)?:$/.test(URL.parse(given)?.protocol ?? '') ? given : undefined,
  },
  CURRENCY: {
    about: 'Unit of every total; none: it is not told.',
    may: 'three letters such as USD, or none',
    usually: 'USD',
    fallback: 'USD',
    read: (given) => {
      if (given === 'none') return null;
      return /^[A-Z]{3}$/.test(given) ? given : undefined;
    },
  },
  MARKET: {
    about: 'Where prices come from.',
    may: 'simulated or stored',
    usually: 'stored once prices were imported, simulated before',
    fallback: null,
    read: (given) => (given === 'simulated' || given === 'stored' ? given : undefined),
  },
  SAMPLE_USERS: {
    ...whole('Users made up on a new database.', 0, 1_000_000, 240),
    usually: '240; 0 with DATABASE_URL',
    fallback: null,
  },
  TICK_SECONDS: whole('Seconds between two prices of the simulated market.', 1, 3600, 10),
  PUBLIC_URL: {
    about: 'Where people reach it from outside; read once a key is configured.',
    may: 'an origin such as https://portfolio.example.com, without a path',
    usually: 'none',
    fallback: null,
    read: readOrigin,
  },
  WEBHOOKS_ALLOW_HTTP: yesOrNo('Whether webhooks may be sent over plain http.'),
  WEBHOOKS_ALLOW_NETWORKS: {
    about: 'Networks on this machine or a private one that webhooks may be sent to.',
    may: 'addresses or networks separated by commas, such as 127.0.0.0/8,::1,10.1.0.0/16',
    usually: 'none',
    fallback: [],
    read: readNetworks,
  },
  WEBHOOKS_MIN_INTERVAL_SECONDS: whole(
    'Least seconds between two messages about one thing.',
    0,
    3600,
    10,
  ),
  SECRET_KEY: {
    about: 'Key under which secrets are kept; must be the same wherever the database is opened.',
    may: '32 bytes in base64 or hexadecimal digits (openssl rand -base64 32)',
    usually: 'DATA_DIR/secret.key, made on first start',
    fallback: null,
    secret: true,
    read: readKey,
  },
};

export type SettingName = keyof Settings;

/** Settings of connected mode, which has an issue of its own and is not built. */
export const settingsToCome = ['PORTFOLIO_SERVICE_URL', 'PORTFOLIO_SERVICE_HEADERS'] as const;

/** The flag of a setting: `DATA_DIR` is `data-dir`. */
export function flagOf(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
