import type { Context } from 'hono';
import { type CallerRole, hasRole, needsRole } from '#contract/access.ts';
import type { ReportedChange } from '#contract/auditChange.ts';
import type { Operation } from '#contract/operation.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { problem } from './problem.ts';

/** Who sends a request. */
export interface Caller {
  /** null: nobody who is known. */
  readonly role: CallerRole | null;
  /** How that is known: the service is open, the token of `process.json`, a key, or the cookie of a session; a command calls within its own process. */
  readonly via: 'open' | 'process' | 'key' | 'session' | 'nobody' | 'command';
  /** Whose key or session it is: the id of a key, or `oidc:` with the subject a provider tells. */
  readonly subject: string | null;
  readonly name: string;
  /** The id of its session; null where it is none. */
  readonly session: string | null;
  /** When a session ends at the latest, in epoch milliseconds. */
  readonly endsAt: number | null;
  /** Why nobody is known although something was sent. */
  readonly fault?: string;
  /** The Authorization header held a wrong key. */
  readonly isWrongKey?: true;
  /** What kept it from being found out: thrown to who needs a role. */
  readonly failure?: unknown;
  /** Calls back when its key or session has ended; returns how to stop that. */
  readonly onEnd: (callback: () => void) => () => void;
}

/** What the process knows of a request besides itself. The operation is there once it is found. */
export interface Call {
  /** Nobody until it is found out, and whoever has signed in with it. */
  caller: Caller;
  /** The address it comes from, behind proxies that are trusted; `unknown` within the process. */
  readonly address: string;
  /** Whether it was sent on this machine, not through a proxy. */
  readonly isLocal: boolean;
  operation: Operation | null;
  params: Readonly<Record<string, string>>;
  /** What it changes, where its path does not say that: for the audit trail. */
  subject: CallSubject | null;
  /** Old and new values of what it changed: for the audit trail. */
  changes: readonly ReportedChange[];
  /** The code of the problem it is answered with. */
  problem: ProblemCode | null;
}

interface CallSubject {
  readonly id: string | null;
  readonly name: string | null;
}

type RequestSource = Pick<Call, 'address' | 'isLocal'>;

const newCall = (caller: Caller, from: RequestSource): Call => ({
  caller,
  ...from,
  operation: null,
  params: {},
  subject: null,
  changes: [],
  problem: null,
});

/** How a command is called that an admin runs on this machine. */
export const commandName = 'a command on this machine';

/** Everyone, where the service is open or called within its own process. */
export const localCaller: Caller = {
  role: 'admin',
  via: 'open',
  subject: null,
  name: 'local, no sign-in',
  session: null,
  endsAt: null,
  onEnd: () => () => {},
};

/** What is known of the request; whoever calls the service within its process is admin. */
export function callOf(c: Context): Call {
  const env: unknown = c.env;
  if (typeof env === 'object' && env !== null && 'call' in env) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by knowCall alone
    return env.call as Call;
  }
  return newCall(localCaller, withinProcess);
}

const withinProcess = { address: 'unknown', isLocal: true };

/** The name of the person, key or command that sends a request; null on a service without sign-in. */
export function authorOf(c: Context): string | null {
  const { role, via, name } = callOf(c).caller;
  return role === null || via === 'open' ? null : name;
}

/** Says who sends a request and from where, to all that handle it afterwards. */
export function knowCall(c: Context, caller: Caller, from: RequestSource = withinProcess): void {
  c.env = { ...c.env, call: newCall(caller, from) };
}

/** Notes what a request changes, for the audit trail: nothing that is secret. */
export function noteSubject(c: Context, subject: Partial<CallSubject>): void {
  callOf(c).subject = { id: null, name: null, ...subject };
}

/** Reports old and new values of what a request changed, once that is committed, for the audit trail: nothing that is secret. */
export function noteChanges(c: Context, changes: readonly ReportedChange[]): void {
  callOf(c).changes = changes;
}

/** Notes which operation a request calls, and refuses it where the caller may not. */
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
