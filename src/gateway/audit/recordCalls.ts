import type { Context, MiddlewareHandler } from 'hono';
import { afterCommit } from '#platform/database/afterCommit.ts';
import { requestPath, sendProblem } from '#platform/http/errors.ts';
import { operationName } from '#contract/operations/operations.ts';
import {
  callOf,
  noteChanges,
  noteSubject,
  type CallRecorder,
  type Caller,
} from '#platform/http/caller.ts';
import { usualStatus } from '#platform/http/implement.ts';
import { unavailable } from '#platform/http/problem.ts';
import { requestId } from '../operate/requests.ts';
import type { Audit } from './createAudit.ts';
import { changesText } from './recordedChanges.ts';
import { ruleOf } from './rules.ts';
import { detailsText, recordedLines } from './recordedLines.ts';
import { plainEntry, type AuditTrail, type NewEntry } from './trail.ts';

export function actorOf({ subject, name, role, via }: Caller) {
  return { actorId: subject, actorName: name, actorRole: role, via };
}

/**
 * Records in the audit trail what a request changed, revealed or was denied, before its answer is sent. A transaction that makes
 * a change also writes its entry. Other entries have their own transaction: if a secret cannot be recorded, or what a connected
 * service changed, the answer is 503, and the entry is written as soon as possible.
 */
export function recordCalls({ trail, denied }: Audit): MiddlewareHandler {
  return async (c, next) => {
    // Changes of several requests may share a transaction, which runs in the context of one of them.
    const id = requestId() ?? null;
    const entryOf = (result: NewEntry['result'], status: number | null): NewEntry => ({
      ...entryOfCall(c, result),
      status,
      requestId: id,
    });
    let isCommitted = false;
    callOf(c).recorder = recorderOf(c, { trail, entryOf, onCommit: () => (isCommitted = true) });
    await next();
    const { status } = c.res;
    if (isDenied(c)) {
      await denied.note(entryOf('refused', status)).catch(() => {});
    } else if (isRecorded(c) && !isCommitted) {
      const isOk = status < 400;
      const entry = entryOf(isOk ? 'ok' : 'failed', status);
      const { body } = c.res;
      if (isOk && body !== null && /ndjson/.test(c.res.headers.get('content-type') ?? '')) {
        const lines = recordedLines(body, {
          record: async (end) => {
            if (!isCommitted) await trail.append({ ...entry, ...end });
          },
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

interface RecorderOptions {
  readonly trail: AuditTrail;
  readonly entryOf: (result: NewEntry['result'], status: number | null) => NewEntry;
  readonly onCommit: () => void;
}

function recorderOf(c: Context, { trail, entryOf, onCommit }: RecorderOptions): CallRecorder {
  return {
    async change(tx, { subject, changes, status, details } = {}) {
      const { operation } = callOf(c);
      if (ruleOf(operationName(operation)) === null) return;
      if (subject !== undefined) noteSubject(c, subject);
      if (changes !== undefined) noteChanges(c, changes);
      const usual = operation === null ? null : usualStatus(operation);
      await trail.write(tx, {
        ...entryOf('ok', status ?? usual),
        details: details === undefined ? null : detailsText(details),
      });
      afterCommit(tx, onCommit);
    },
    async start() {
      await trail.append(entryOf('started', null)).catch(() => {
        throw notStarted;
      });
    },
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

function entryOfCall(
  c: Context,
  result: NewEntry['result'],
): Omit<NewEntry, 'status' | 'requestId'> {
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
    code: problem,
    // A failed change is rolled back.
    changes: result === 'ok' ? withoutSecrets(changesText(changes)) : null,
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

const notStarted = unavailable(
  'Nothing was changed, because the audit trail entry could not be written. Try again in a few seconds.',
  5,
);

function replaceAnswer(c: Context): void {
  // Otherwise Hono keeps headers of the replaced answer, such as a session cookie.
  c.res = undefined;
  c.res = sendProblem(c, notRecorded);
}
