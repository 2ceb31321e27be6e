type AttributeColumn = `attribute.${string}`;

export const attributePrefix = 'attribute.';

export const attributeColumn = (name: string): AttributeColumn => `${attributePrefix}${name}`;

export function attributeOf(column: string): string | null {
  return column.startsWith(attributePrefix) && column !== attributePrefix
    ? column.slice(attributePrefix.length)
    : null;
}
