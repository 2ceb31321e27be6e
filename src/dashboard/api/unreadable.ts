import type * as z from 'zod/mini';
import { UnreadableError } from './errors.ts';
import { show } from './jsonValue.ts';

/**
 * Says in words what kept a body from being read: `at /3/total: expected number, found "abc"`.
 * Written here because zod/mini brings no words of its own.
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[], body: unknown): string {
  const [first, ...others] = issues;
  if (first === undefined) return 'it is not what the contract says';
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${place(first.path)}: ${describe(first, valueAt(body, first.path))}${more}`;
}

function place(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'as a whole' : `at /${path.map(String).join('/')}`;
}

function describe(issue: z.core.$ZodIssue, found: unknown): string {
  const why = `found ${show(found)}`;
  if (issue.code === 'invalid_type') return `expected ${issue.expected}, ${why}`;
  if (issue.code === 'invalid_format') return `expected ${issue.format}, ${why}`;
  if (issue.code === 'invalid_value') {
    return `expected one of ${issue.values.map(show).join(', ')}, ${why}`;
  }
  return `${issue.code.replaceAll('_', ' ')}, ${why}`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** An answer whose body is JSON, but not what the contract says; `fault` as `describeIssues` words it. */
export function notAsAgreed(
  asked: { method: string; url: string },
  fault: string,
  text: string,
): UnreadableError {
  return new UnreadableError(`The answer of ${asked.url} could not be read, ${fault}.`, {
    ...asked,
    text,
  });
}
