import {
  problemCodes,
  type ProblemCode,
  type ProblemDetails,
  type ProblemFault,
} from '#contract/problem.ts';

export interface ProblemExtras {
  readonly errors?: readonly ProblemFault[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the problem, such as `allowed` or `position`. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** An error that the caller sees. Everything else that is thrown is logged, and answered as `internal`. */
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

  /** The problem as it goes over the wire; `instance` is the requested path. */
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

/** What cannot be answered now, with the seconds after which to try again. */
export function unavailable(detail: string, retryAfterSeconds: number): Problem {
  return problem('unavailable', detail, { headers: { 'Retry-After': String(retryAfterSeconds) } });
}

/** Makes the error of a code: `throw problem('user-not-found', …)`. */
export function problem(code: ProblemCode, detail: string, extras?: ProblemExtras): Problem {
  return new Problem(code, detail, extras);
}
