/** What a command is run with. */
export interface CommandOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The repository's root. */
  readonly root: string;
  readonly version: string;
  readonly print: (line: string) => void;
}

/** A command of the command line; resolves with its exit code, or null where the process goes on. */
export type Command = (options: CommandOptions) => Promise<number | null>;
