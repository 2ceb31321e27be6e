/** For changes outside of a request, which have no audit entry. */
export const notRecorded = async (): Promise<void> => {};

export const withoutEntries = { change: notRecorded, start: notRecorded };
