import { inspect } from 'node:util';
import type { Log } from '#service/http/errors.ts';

/** Unexpected errors, with their stack, to standard error; callers are told none of it. */
export function createLog(): Log {
  return (line, error) => {
    const what = error === undefined ? '' : `\n${inspect(error)}`;
    process.stderr.write(`${new Date().toISOString()} ${line}${what}\n`);
  };
}
