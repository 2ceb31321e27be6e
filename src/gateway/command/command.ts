export interface CommandOptions {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  readonly version: string;
  readonly print: (line: string) => void;
}

/** Runs a command of the command line and resolves with its exit code; null: the process continues. */
export type Command = (options: CommandOptions) => Promise<number | null>;
