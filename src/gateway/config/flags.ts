import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import type { Setting } from './readers.ts';
import { flagOf, futureSettings, settings } from './settings.ts';

/** What a command line says: values of settings, the command's own switches, and positionals. */
export interface CommandLine {
  readonly values: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
  /** The command's own flags that take a text, those that were given. */
  readonly texts: ReadonlyMap<string, string>;
  readonly positionals: readonly string[];
  readonly faults: readonly string[];
}

/** Names of flags without a value, such as `help`. */
export type Switches = readonly string[];

/** Reads `--port 5000`, `--port=5000` and the command's own switches; an unknown flag is a fault. */
export function readFlags(
  args: readonly string[],
  switches: Switches,
  ownTexts: readonly string[] = [],
): CommandLine {
  const names = [...Object.keys(settings), ...futureSettings];
  const known = new Map(names.map((name) => [flagOf(name), name]));
  const faults: string[] = [];
  const values: Record<string, string> = {};
  const set = new Set<string>();
  const texts = new Map<string, string>();
  const { tokens, positionals } = parseArgs({
    args: args.map((arg, index) => withValue(arg, args[index + 1])),
    options: Object.fromEntries([
      ...[...known.keys(), ...ownTexts].map((flag) => [flag, { type: 'string' as const }]),
      ...switches.map((flag) => [flag, { type: 'boolean' as const }]),
    ]),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = known.get(token.name);
    if (switches.includes(token.name)) {
      if (token.value === undefined) set.add(token.name);
      else faults.push(`--${token.name} takes no value.`);
    } else if (name === undefined && !ownTexts.includes(token.name)) {
      faults.push(unknownFlag(token.rawName, [...known.keys(), ...switches, ...ownTexts]));
    } else if (token.value === undefined) {
      faults.push(`--${token.name} needs a value: --${token.name}=…`);
    } else if (name === undefined) {
      texts.set(token.name, token.value);
    } else {
      values[name] = token.value;
    }
  }
  return { values, switches: set, texts, positionals, faults };
}

/** Adds the value that a flag has when none follows it. */
function withValue(arg: string, next: string | undefined): string {
  if (next !== undefined && !next.startsWith('-')) return arg;
  const setting = Object.entries<Setting<unknown>>(settings).find(
    ([name]) => arg === `--${flagOf(name)}`,
  )?.[1];
  return setting?.bare === undefined ? arg : `${arg}=${setting.bare}`;
}

function unknownFlag(rawName: string, known: readonly string[]): string {
  // Only its name is shown: what was meant to be --secret-key must not show its value.
  const near = nearest(rawName.replace(/^-+/, ''), known);
  const meant = near === undefined ? '' : ` Did you mean --${near}?`;
  return `There is no flag ${rawName}.${meant} --help lists all flags.`;
}
