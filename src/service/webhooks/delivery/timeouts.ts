/** For the lookup of a host, and for each connection. */
export const connectTimeoutMs = 5000;
/** From the start of a request to the end of its response, including the connection. */
export const answerTimeoutMs = 15_000;
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
