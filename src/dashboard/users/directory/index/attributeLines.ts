/** One value of a user's attributes: `kyc.level` and `3`; a list has as many as it has values. */
export interface AttributeLine {
  readonly name: string;
  readonly value: string;
}

/** Nothing that was written by a person is nested deeper. */
const deepest = 32;

/** The attributes of a user line by line, as they are searched. */
export function attributeLines(value: unknown, name = '', depth = 0): AttributeLine[] {
  if (value === null || value === undefined || depth > deepest) return [];
  if (Array.isArray(value)) return value.flatMap((item) => attributeLines(item, name, depth + 1));
  if (typeof value === 'string') return [{ name, value }];
  if (typeof value !== 'object') return [{ name, value: JSON.stringify(value) }];
  return Object.entries(value).flatMap(([key, member]) =>
    attributeLines(member, name === '' ? key : `${name}.${key}`, depth + 1),
  );
}
