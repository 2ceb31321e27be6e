import {
  problemCodes,
  type ProblemCode,
  type ProblemDetails,
  type ProblemFault,
  type RetryCode,
} from '#contract/problem.ts';

export interface ProblemExtras {
  readonly errors?: readonly ProblemFault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members, such as `allowed` or `position`. */
  readonly members?: Readonly<Record<string, unknown>>;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly extras: ProblemExtras;

  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return problemCodes[this.code][0];
  }

  /** The wire format; `instance` is the requested path. */
  toDetails(instance: string): ProblemDetails {
    const [status, title] = problemCodes[this.code];
    return {
      type: `/p/docs#problem-${this.code}`,
      title,
      status,
      detail: this.message,
      instance,
      code: this.code,
      ...(this.extras.errors === undefined ? {} : { errors: [...this.extras.errors] }),
      ...this.extras.members,
    };
  }
}

/** Codes of problems without a required `Retry-After`. */
export type PlainCode = Exclude<ProblemCode, RetryCode>;

function temporary(code: RetryCode, detail: string, retryAfterSeconds: number): Problem {
  return new Problem(code, detail, { headers: retryAfter(retryAfterSeconds) });
}

export const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** Creates a 503 with the seconds until a retry. */
export function unavailable(
  detail: string,
  retryAfterSeconds: number,
  code: Exclude<RetryCode, 'rate-limited'> = 'unavailable',
): Problem {
  return temporary(code, detail, retryAfterSeconds);
}

/** Creates a 429. @param why the exceeded limit, as a sentence. */
export function rateLimited(why: string, retryAfterSeconds: number): Problem {
  return temporary(
    'rate-limited',
    `${why} Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  );
}

/** Creates the error of a code: `throw problem('user-not-found', …)`. For a 503 or 429, see above. */
export function problem(code: PlainCode, detail: string, extras?: ProblemExtras): Problem {
  return new Problem(code, detail, extras);
}
