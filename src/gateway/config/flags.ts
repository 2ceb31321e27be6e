import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import { flagOf, settings, settingsToCome } from './settings.ts';

/** What a command line says: values of settings, which of the command's own flags stand, and what is no flag. */
export interface CommandLine {
  readonly values: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly string[];
  readonly faults: readonly string[];
}

/** A flag that only stands there or not, such as `--help`. */
export type Switches = readonly string[];

/** Reads `--port 5000`, `--port=5000` and the command's own switches; a flag nobody knows is a fault. */
export function readFlags(args: readonly string[], switches: Switches): CommandLine {
  const names = [...Object.keys(settings), ...settingsToCome];
  const known = new Map(names.map((name) => [flagOf(name), name]));
  const faults: string[] = [];
  const values: Record<string, string> = {};
  const standing = new Set<string>();
  const { tokens, positionals } = parseArgs({
    args: args.map((arg, place) => withValue(arg, args[place + 1])),
    options: Object.fromEntries([
      ...[...known.keys()].map((flag) => [flag, { type: 'string' as const }]),
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
      if (token.value === undefined) standing.add(token.name);
      else faults.push(`--${token.name} takes no value.`);
    } else if (name === undefined) {
      faults.push(unknownFlag(token.rawName, [...known.keys(), ...switches]));
    } else if (token.value === undefined) {
      faults.push(`--${token.name} needs a value: --${token.name}=…`);
    } else {
      values[name] = token.value;
    }
  }
  return { values, switches: standing, positionals, faults };
}

/** Gives a flag that means something alone its value, where no value follows it. */
function withValue(arg: string, next: string | undefined): string {
  if (next !== undefined && !next.startsWith('-')) return arg;
  const setting = Object.entries(settings).find(([name]) => arg === `--${flagOf(name)}`)?.[1];
  return setting?.alone === undefined ? arg : `${arg}=${setting.alone}`;
}

function unknownFlag(rawName: string, known: readonly string[]): string {
  // Only its name is shown: what was meant to be --secret-key must not show its value.
  const near = nearest(rawName.replace(/^-+/, ''), known);
  const meant = near === undefined ? '' : ` Did you mean --${near}?`;
  return `There is no flag ${rawName}.${meant} All flags are shown by --help.`;
}
