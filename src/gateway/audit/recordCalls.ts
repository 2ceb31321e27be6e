import type { Context, MiddlewareHandler } from 'hono';
import { requestPath, sendProblem } from '#platform/http/errors.ts';
import { operationName } from '#contract/operations/operations.ts';
import { callOf, type Caller } from '#platform/http/caller.ts';
import { unavailable } from '#platform/http/problem.ts';
import { requestId } from '../operate/requests.ts';
import type { Audit } from './createAudit.ts';
import { changesText } from './recordedChanges.ts';
import { ruleOf } from './rules.ts';
import { recordedLines } from './recordedLines.ts';
import { plainEntry, type NewEntry } from './trail.ts';

export function actorOf({ subject, name, role, via }: Caller) {
  return { actorId: subject, actorName: name, actorRole: role, via };
}

/**
 * Records in the audit trail what a request changed, revealed or was denied, before its answer is sent. If a change was made but
 * cannot be recorded, the answer is 503, and the entry is written as soon as possible.
 */
export function recordCalls({ trail, denied }: Audit): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { status } = c.res;
    if (isDenied(c)) {
      await denied.note(entryOf(c, 'refused')).catch(() => {});
    } else if (isRecorded(c)) {
      const isOk = status < 400;
      const entry = entryOf(c, isOk ? 'ok' : 'failed');
      const { body } = c.res;
      if (isOk && body !== null && /ndjson/.test(c.res.headers.get('content-type') ?? '')) {
        const lines = recordedLines(body, {
          record: (end) => trail.append({ ...entry, ...end }),
          problem: notRecorded.toDetails(requestPath(c)),
        });
        c.res = new Response(lines, c.res);
      } else {
        const written = trail.append(entry);
        // Failures are answered before their entry is written, because a faulty database would delay them. Commands end after
        // their answer, so they wait.
        if (isOk) await written.catch(() => replaceAnswer(c));
        else if (entry.via === 'command') await written.catch(() => {});
        else void written.catch(() => {});
      }
    }
  };
}

/**
 * 401, 403, and too many wrong keys. A read without a key is not an attempt: pages send it to find out that a sign-in is
 * required.
 */
function isDenied(c: Context): boolean {
  const { caller, operation } = callOf(c);
  const { status } = c.res;
  if (status === 401 && caller.role === null && caller.fault === undefined) {
    return c.req.raw.method !== 'GET';
  }
  return (
    status === 401 ||
    status === 403 ||
    (status === 429 && (caller.isWrongKey === true || operationName(operation) === 'createSession'))
  );
}

function isRecorded(c: Context): boolean {
  const { caller, operation } = callOf(c);
  const rule = ruleOf(operationName(operation));
  if (rule === null || caller.role === null) return false;
  const { status } = c.res;
  if (status >= 400) return operation?.method !== 'GET';
  return rule.isRecorded?.({ status, query: new URL(c.req.url).searchParams }) ?? true;
}

function entryOf(c: Context, result: NewEntry['result']): NewEntry {
  const { caller, address, operation, params, subject, changes, problem } = callOf(c);
  const name = operationName(operation);
  const { kind = null, param } = ruleOf(name) ?? {};
  const id = subject?.id ?? (param === undefined ? null : (params[param] ?? null));
  // A client without a key must not write its own texts into the trail.
  const isKnown = caller.role !== null && kind !== null;
  return {
    ...plainEntry,
    ...actorOf(caller),
    // A request within this process has no address.
    address: address === 'unknown' ? null : address,
    operation: name,
    subjectKind: isKnown ? kind : null,
    subjectId: isKnown ? withoutSecrets(id) : null,
    subjectName: isKnown ? (subject?.name ?? null) : null,
    result,
    status: c.res.status,
    code: problem,
    // A failed change is rolled back.
    changes: result === 'ok' ? withoutSecrets(changesText(changes)) : null,
    requestId: requestId() ?? null,
  };
}

/** People may paste a key or a secret into an address or an attribute. */
function withoutSecrets(text: string | null): string | null {
  return text?.replaceAll(secretTexts, '$1…') ?? null;
}

const secretTexts = /((?:pf[kst]|whsec)_)[\w+/=-]{20,}/g;

const notRecorded = unavailable(
  'The request was carried out, but its audit trail entry is not written yet. It is written once the database accepts it. Check the result before you repeat the request.',
  5,
);

function replaceAnswer(c: Context): void {
  // Otherwise Hono keeps headers of the replaced answer, such as a session cookie.
  c.res = undefined;
  c.res = sendProblem(c, notRecorded);
}
