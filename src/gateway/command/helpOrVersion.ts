import type { CommandOptions } from './command.ts';

/** Prints help or version if a flag requests it, even if other flags are wrong. Returns whether it did. */
export function printHelpOrVersion(
  { args, version, print }: CommandOptions,
  help: string,
): boolean {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (flags.includes('--help') || flags.includes('-h')) print(help);
  else if (flags.includes('--version')) print(version);
  else return false;
  return true;
}
