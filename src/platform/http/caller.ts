import type { Context } from 'hono';
import { type CallerRole, hasRole, needsRole } from '#contract/access.ts';
import type { ReportedChange } from '#contract/auditChange.ts';
import type { Operation, SuccessStatus } from '#contract/operation.ts';
import type { ProblemCode } from '#contract/problem.ts';
import type { Queries } from '../database/database.ts';
import { problem } from './problem.ts';

export interface Caller {
  /** null: the caller is unknown. */
  readonly role: CallerRole | null;
  /**
   * How the caller is known: the service is open, the token of `process.json`, a key, or a session's cookie; `command`
   * calls within its own process.
   */
  readonly via: 'open' | 'process' | 'key' | 'session' | 'nobody' | 'command';
  /** The id of the caller's key, or `oidc:` followed by the provider's subject. */
  readonly subject: string | null;
  readonly name: string;
  readonly session: string | null;
  /** The latest end of the session in epoch milliseconds. */
  readonly endsAt: number | null;
  /** Why the caller is unknown although credentials were sent. */
  readonly fault?: string;
  readonly isWrongKey?: true;
  /** The error of the sign-in check; thrown by operations that need a role. */
  readonly failure?: unknown;
  /** Calls back when the key or session ends; returns the unsubscribe function. */
  readonly onEnd: (callback: () => void) => () => void;
}

/** Facts about a request. The operation is set once it is matched. */
export interface Call {
  /** Unknown until the sign-in check; replaced at sign-in. */
  caller: Caller;
  /** The sender's address, behind trusted proxies; `unknown` within the process. */
  readonly address: string;
  /** Whether the request comes from this machine, not through a proxy. */
  readonly isLocal: boolean;
  operation: Operation | null;
  params: Readonly<Record<string, string>>;
  subject: CallSubject | null;
  changes: readonly ReportedChange[];
  problem: ProblemCode | null;
  recorder: CallRecorder;
}

/** Facts about a change for its audit entry. Never pass secrets. */
export interface ChangeFacts {
  readonly subject?: Partial<CallSubject>;
  readonly changes?: readonly ReportedChange[];
  /** Status of the answer. Default: that of the operation. */
  readonly status?: SuccessStatus;
  readonly details?: object;
}

export interface CallRecorder {
  /** Writes the audit entry of a change in the change's transaction: both are committed, or neither. Call it last. */
  change(tx: Queries, facts?: ChangeFacts): Promise<void>;
  /** Writes an entry before a change that no single transaction makes. Its result is recorded when the call ends. */
  start(): Promise<void>;
}

interface CallSubject {
  readonly id: string | null;
  readonly name: string | null;
}

type RequestSource = Pick<Call, 'address' | 'isLocal'>;

const withoutTrail: CallRecorder = { change: async () => {}, start: async () => {} };

const newCall = (caller: Caller, from: RequestSource): Call => ({
  caller,
  ...from,
  operation: null,
  params: {},
  subject: null,
  changes: [],
  problem: null,
  recorder: withoutTrail,
});

export const commandName = 'a command on this machine';

/** The caller on an open service, and of calls within the process. */
export const localCaller: Caller = {
  role: 'admin',
  via: 'open',
  subject: null,
  name: 'local, no sign-in',
  session: null,
  endsAt: null,
  onEnd: () => () => {},
};

export function callOf(c: Context): Call {
  const env: unknown = c.env;
  if (typeof env === 'object' && env !== null && 'call' in env) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only knowCall sets it
    return env.call as Call;
  }
  return newCall(localCaller, withinProcess);
}

const withinProcess = { address: 'unknown', isLocal: true };

export function authorOf(c: Context): string | null {
  const { role, via, name } = callOf(c).caller;
  return role === null || via === 'open' ? null : name;
}

export function knowCall(c: Context, caller: Caller, from: RequestSource = withinProcess): void {
  c.env = { ...c.env, call: newCall(caller, from) };
}

/** Notes what a request changes, for the audit trail. Never pass secrets. */
export function noteSubject(c: Context, subject: Partial<CallSubject>): void {
  callOf(c).subject = { id: null, name: null, ...subject };
}

/** Notes old and new values of a change that no transaction makes, for the audit trail. Never pass secrets. */
export function noteChanges(c: Context, changes: readonly ReportedChange[]): void {
  callOf(c).changes = changes;
}

/** Notes the operation of a request, and refuses it if the caller's role does not allow it. */
export function admit(c: Context, operation: Operation): void {
  const call = callOf(c);
  call.operation = operation;
  call.params = c.req.param();
  const { role, fault, failure } = call.caller;
  if (hasRole(role, operation.role)) return;
  if (failure !== undefined) throw failure;
  if (role === null) {
    throw problem(
      'unauthenticated',
      fault ?? 'Sign in, or send a key: Authorization: Bearer KEY. An admin can create one.',
      { headers: { 'WWW-Authenticate': 'Bearer realm="Portfolio Service"' } },
    );
  }
  throw problem('forbidden', needsRole(operation.role, role));
}
