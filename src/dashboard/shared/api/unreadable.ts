import type * as z from 'zod/mini';

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

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
