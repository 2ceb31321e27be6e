import type { Token } from '#contract/token.ts';

/** Names the tokens that cannot be traded. */
export function excludedText(tokens: readonly Pick<Token, 'symbol'>[]): string {
  if (tokens.length === 0) return '';
  const names = tokens.map(({ symbol }) => symbol).join(', ');
  return `Left out, because they have no current price: ${names}. Their targets are divided among the others.`;
}
