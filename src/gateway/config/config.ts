import { resolve } from 'node:path';
import { Refusal, wrongUse } from '../refusal.ts';
import { readFlags, type CommandLine, type Switches } from './flags.ts';
import type { Setting } from './readers.ts';
import { flagOf, settings, settingsToCome, type SettingName } from './settings.ts';

/** The settings of a process, read and checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** null: the embedded database. */
  readonly databaseUrl: string | null;
  readonly currency: string | null;
  /** null: stored once prices were imported. */
  readonly market: 'simulated' | 'stored' | null;
  /** null: nothing was said. */
  readonly sampleUsers: number | null;
  readonly tickSeconds: number;
  readonly publicUrl: string | null;
  readonly webhookTargets: {
    readonly allowHttp: boolean;
    readonly allowNetworks: readonly string[];
  };
  readonly webhooksMinIntervalSeconds: number;
  /** null: that of DATA_DIR/secret.key. */
  readonly secretKey: Uint8Array | null;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation extends Omit<CommandLine, 'values' | 'faults'> {
  readonly config: Config;
}

/**
 * Reads the settings of a command from its flags and, for what they do not say, from the environment.
 * Every wrong one is named, each in a line, before anything has begun.
 */
export function readConfig(
  args: readonly string[],
  environment: Environment,
  switches: Switches = [],
): Invocation {
  const { values, faults: flagFaults, ...rest } = readFlags(args, switches);
  const faults = [...flagFaults];

  function setting<Value>(name: SettingName, { read, fallback, ...told }: Setting<Value>): Value {
    const flag = values[name];
    // An empty variable is what is left of one that was unset in a compose file or a shell.
    const given = flag ?? (environment[name] === '' ? undefined : environment[name]);
    if (given === undefined) return fallback;
    const value = read(given);
    if (value !== undefined) return value;
    const where = flag === undefined ? name : `${name} (given as --${flagOf(name)})`;
    faults.push(`${where} is ${shown(given, told.secret)}; it may be ${told.may}.`);
    return fallback;
  }

  for (const name of settingsToCome) {
    if ((values[name] ?? environment[name] ?? '') !== '') {
      faults.push(
        `${name} is set, but connected mode (this dashboard in front of another Portfolio Service) is not built yet; leave it out to start the embedded service.`,
      );
    }
  }

  const config: Config = {
    port: setting('PORT', settings.PORT),
    host: setting('HOST', settings.HOST),
    dataDir: resolve(setting('DATA_DIR', settings.DATA_DIR)),
    databaseUrl: setting('DATABASE_URL', settings.DATABASE_URL),
    currency: setting('CURRENCY', settings.CURRENCY),
    market: setting('MARKET', settings.MARKET),
    sampleUsers: setting('SAMPLE_USERS', settings.SAMPLE_USERS),
    tickSeconds: setting('TICK_SECONDS', settings.TICK_SECONDS),
    publicUrl: setting('PUBLIC_URL', settings.PUBLIC_URL),
    webhookTargets: {
      allowHttp: setting('WEBHOOKS_ALLOW_HTTP', settings.WEBHOOKS_ALLOW_HTTP),
      allowNetworks: setting('WEBHOOKS_ALLOW_NETWORKS', settings.WEBHOOKS_ALLOW_NETWORKS),
    },
    webhooksMinIntervalSeconds: setting(
      'WEBHOOKS_MIN_INTERVAL_SECONDS',
      settings.WEBHOOKS_MIN_INTERVAL_SECONDS,
    ),
    secretKey: setting('SECRET_KEY', settings.SECRET_KEY),
  };
  if (faults.length > 0) throw new Refusal(faults, wrongUse);
  return { config, ...rest };
}

/** A wrong value as it was given; of a secret only how long it is. */
function shown(given: string, secret: true | undefined): string {
  return secret === true
    ? `${given.length} characters that are not understood (they are not shown)`
    : JSON.stringify(given);
}
