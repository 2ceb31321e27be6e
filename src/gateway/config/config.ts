import * as z from 'zod/mini';
import { Refusal, wrongUse } from './refusal.ts';
import { readFlags, type CommandLine, type Flags } from './flags.ts';
import type { Setting } from './readers.ts';
import { flagOf, memberOf, settings, type Config } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Invocation<Own extends Flags> extends Omit<CommandLine<Own>, 'values' | 'faults'> {
  readonly config: Config;
}

/**
 * Reads the settings of a command from its flags, then from the environment. Reports all invalid ones, one per line, before
 * anything starts.
 */
export function readConfig<Own extends Flags>(
  args: readonly string[],
  environment: Environment,
  own?: Own,
): Invocation<Own> {
  const { values, faults: flagFaults, ...rest } = readFlags(args, own);
  const faults = [...flagFaults];
  const textOf = (name: string): string | undefined => {
    const flag = values[name];
    // An empty variable counts as unset: compose files and shells leave it empty.
    return flag ?? (environment[name] === '' ? undefined : environment[name]);
  };

  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = textOf(name) ?? setting.preset;
    if (text === null) return [memberOf(name), null];
    const { success, data } = z.safeParse(setting.schema, text);
    if (success) return [memberOf(name), data];
    const where = values[name] === undefined ? name : `${name} (given as --${flagOf(name)})`;
    faults.push(`${where} is ${formatInvalid(text, setting)}; it must be ${setting.allowed}.`);
    return [memberOf(name), null];
  });
  if (faults.length > 0) throw new Refusal(faults, wrongUse);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a member for each setting, as its schema read it
  return { config: Object.fromEntries(entries) as Config, ...rest };
}

/** Formats an invalid value; of a secret only its length. */
function formatInvalid(text: string, { secret }: Setting<unknown>): string {
  return secret === true
    ? `not valid (${text.length} characters, not shown)`
    : JSON.stringify(text);
}
