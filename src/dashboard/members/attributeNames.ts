type AttributeColumn = `attribute.${string}`;

const attributePrefix = 'attribute.';

export const attributeColumn = (name: string): AttributeColumn => `${attributePrefix}${name}`;

export const attributeOf = (column: string): string | null => nameAfter(attributePrefix, column);

export function nameAfter(prefix: string, text: string): string | null {
  return text.startsWith(prefix) && text !== prefix ? text.slice(prefix.length) : null;
}
