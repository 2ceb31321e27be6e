/** Reason why a command stops: printed as these lines, without a stack, with this exit code. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly lines: readonly string[];
  readonly exitCode: number;

  constructor(lines: string | readonly string[], exitCode = 1) {
    const all = typeof lines === 'string' ? [lines] : lines;
    super(all.join('\n'));
    this.lines = all;
    this.exitCode = exitCode;
  }
}

export const wrongUse = 2;

/** Returns the `code` of a Node error, such as EACCES; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
