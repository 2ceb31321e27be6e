import { timeoutFault } from '#contract/delivery.ts';
import { faultCode, networkFault } from '#platform/http/networkFaults.ts';
import { Problem } from '#platform/http/problem.ts';
import { RefusedError } from '../guard/resolve.ts';

/** The reason of a failed attempt as a sentence, without a library's text. */
export class FaultError extends Error {
  override readonly name: string = 'FaultError';
}

export class TimeoutError extends FaultError {
  override readonly name = 'TimeoutError';

  constructor(missing: string, limitMs: number) {
    super(timeoutFault(missing, limitMs));
  }
}

const timeoutCodes = new Set(['ETIMEDOUT', 'ETIMEOUT']);

export function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError || timeoutCodes.has(faultCode(error));
}

export function faultOfStatus(status: number): string {
  if (status >= 300 && status < 400) return `Answered ${status}; redirects are not followed.`;
  return `Answered ${status}.`;
}

export function faultOf(error: unknown): string {
  const isOurs = [FaultError, RefusedError, Problem].some((kind) => error instanceof kind);
  return isOurs && error instanceof Error ? error.message : networkFault(error);
}
