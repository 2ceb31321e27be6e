import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations/operations.ts';
import { problemCodes, problemDetails, problemMediaType } from '#contract/problem.ts';

const all: readonly Operation[] = Object.values(operations);

const statuses = new Map<number, Set<string>>();
for (const [code, [status]] of Object.entries(problemCodes)) {
  statuses.set(status, (statuses.get(status) ?? new Set()).add(code));
}

/** What is wrong with an answer; null where it is a documented success or a proper problem. */
export async function faultOf(
  response: Response,
  request: Request,
  { answers }: Operation,
): Promise<string | null> {
  const { status, headers } = response;
  if (headers.get('content-type') === 'text/event-stream') {
    // It has no end.
    await response.body?.cancel();
    return status === 200 ? null : `streams with ${status}`;
  }
  const text = await response.text();
  if (status < 400) {
    const isKnown = request.method === 'HEAD' || status in answers || status === 304;
    // A path with an unescaped id may be another call's.
    const isOther = all.some((call) => status in call.answers);
    return isKnown || isOther ? null : `answers ${status}`;
  }
  if (!(statuses.has(status) && status < 500)) return `answers ${status}: ${text}`;
  if (headers.get('content-type') !== problemMediaType) return `is ${headers.get('content-type')}`;
  if (headers.get('cache-control') !== 'no-store') return 'could be kept by a cache';
  if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  const problem = problemDetails.safeParse(JSON.parse(text));
  if (!problem.success) return `is no problem: ${text}`;
  const { code, status: told, instance } = problem.data;
  if (!(statuses.get(status)?.has(code) ?? false) || told !== status) return `${status} is ${code}`;
  if (instance !== new URL(request.url).pathname) return `is about ${instance}`;
  return /node:|\.ts:\d|SELECT |syntax error|at async/.test(text)
    ? `tells too much: ${text}`
    : null;
}
