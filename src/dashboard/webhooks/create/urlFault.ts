import { hasCode } from '../../shared/api/errors.ts';

/** What is wrong with the URL, with the rule that forbids it; null for an error that is not about the URL. */
export function urlFaultOf(error: Error): string | null {
  if (hasCode(error, 'invalid-url')) return error.message;
  if (!hasCode(error, 'webhook-target-forbidden')) return null;
  const rule = error.problem?.['rule'];
  return typeof rule === 'string' ? `${error.message} (Rule: ${rule})` : error.message;
}
