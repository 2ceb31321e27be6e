import { attemptLimits } from '#contract/delivery.ts';

export const { connectTimeoutMs, answerTimeoutMs } = attemptLimits;
export const maxAddresses = 2;

/**
 * Maximum duration of an attempt: lookup, each address that does not answer, the last one's response, and some seconds
 * of reserve.
 */
export const maxAttemptMs = maxAddresses * connectTimeoutMs + answerTimeoutMs + 5000;

/** Longer than any attempt. Claims of a killed process are free after this time. */
export const leaseMs = maxAttemptMs + 10_000;

/** At shutdown, attempts in progress get this long; later ones are repeated. */
export const stopTimeoutMs = 12_000;
