/** Returns the keys of a record with their type, in order. */
export function keysOf<T extends string>(record: Readonly<Record<T, unknown>>): T[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record of T are T
  return Object.keys(record) as T[];
}
