import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';
import type { Setting } from './readers.ts';
import { flagOf, settings } from './settings.ts';

export interface Flag {
  /** Example value; omitted: the flag takes no value. */
  readonly takes?: string;
  readonly isRepeatable?: true;
  readonly about: string;
}
/** Flags by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** Value of each flag: its text, its texts if repeatable, or whether it was given. */
export type Given<Own extends Flags> = {
  readonly [Name in keyof Own]: Own[Name] extends { readonly isRepeatable: true }
    ? readonly string[]
    : Own[Name] extends { readonly takes: string }
      ? string | undefined
      : boolean;
};

export interface CommandLine<Own extends Flags> {
  readonly values: Readonly<Record<string, string>>;
  readonly given: Given<Own>;
  readonly positionals: readonly string[];
  readonly faults: readonly string[];
}

/** Parses `--port 5000`, `--port=5000` and the command's own flags. An unknown flag is a fault. */
export function readFlags<Own extends Flags>(
  args: readonly string[],
  own: Own | undefined,
): CommandLine<Own> {
  const ownFlags = Object.entries<Flag>(own ?? {});
  const ownTexts = ownFlags.flatMap(([name, { takes }]) => (takes === undefined ? [] : [name]));
  const switches = ownFlags.flatMap(([name, { takes }]) => (takes === undefined ? [name] : []));
  const names = Object.keys(settings);
  const known = new Map(names.map((name) => [flagOf(name), name]));
  const faults: string[] = [];
  const values: Record<string, string> = {};
  const lists = new Map(
    ownFlags.flatMap(([name, { isRepeatable }]) =>
      isRepeatable === true ? [[name, [] as string[]] as const] : [],
    ),
  );
  const given: Record<string, string | boolean | string[]> = Object.fromEntries([
    ...switches.map((name) => [name, false] as const),
    ...lists,
  ]);
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
      if (token.value === undefined) given[token.name] = true;
      else faults.push(`--${token.name} takes no value.`);
    } else if (name === undefined && !ownTexts.includes(token.name)) {
      faults.push(unknownFlag(token.rawName, [...known.keys(), ...switches, ...ownTexts]));
    } else if (token.value === undefined) {
      faults.push(`--${token.name} needs a value: --${token.name}=…`);
    } else if (name === undefined) {
      const list = lists.get(token.name);
      if (list === undefined) given[token.name] = token.value;
      else list.push(token.value);
    } else {
      values[name] = token.value;
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- flags with a value hold a string, all others a boolean
  return { values, given: given as Given<Own>, positionals, faults };
}

/** Adds the default value of a flag that has none. */
function withValue(arg: string, next: string | undefined): string {
  if (next !== undefined && !next.startsWith('-')) return arg;
  const setting = Object.entries<Setting<unknown>>(settings).find(
    ([name]) => arg === `--${flagOf(name)}`,
  )?.[1];
  return setting?.bare === undefined ? arg : `${arg}=${setting.bare}`;
}

function unknownFlag(rawName: string, known: readonly string[]): string {
  // Only the name is displayed: a misspelled --secret-key must not reveal its value.
  const near = nearest(rawName.replace(/^-+/, ''), known);
  const meant = near === undefined ? '' : ` Did you mean --${near}?`;
  return `Unknown flag ${rawName}.${meant} --help lists all flags.`;
}
