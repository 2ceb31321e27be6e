/** For the lookup of a host, and for a connection to it. */
export const connectTimeoutMs = 5000;
/** From the beginning of a request to the end of its answer, its connection included. */
export const answerTimeoutMs = 15_000;
/** If the first address of a host does not answer, one more is tried. */
export const maxAddresses = 2;

/** No attempt takes longer: the lookup, each address that does not answer, the answer of the last one, and some seconds to spare. */
export const maxAttemptMs = maxAddresses * connectTimeoutMs + answerTimeoutMs + 5000;

/** A delivery is claimed for longer than its attempt can take. Claims of a killed process are free after this time. */
export const leaseMs = maxAttemptMs + 10_000;

/** A process that stops waits this long for the attempts under way; one that has not ended by then is made again. */
export const stopTimeoutMs = 12_000;
