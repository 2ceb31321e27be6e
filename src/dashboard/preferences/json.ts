/** A JSON token: a string, a punctuation mark, or a run of anything else (number, word). */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Indents JSON, complete or cut off, without parsing it: numbers keep all digits and strings their escapes (`1e400`, `0.10`,
 * `12345678901234567890`).
 */
export function indentJson(source: string): string {
  let text = '';
  let depth = 0;
  let before = '';
  for (const [token] of source.matchAll(tokens)) {
    const isClosing = token === '}' || token === ']';
    const isEmpty = isClosing && (before === '{' || before === '[');
    if (isClosing) depth = Math.max(0, depth - 1);
    // Empty brackets stay on one line.
    if ((isClosing && !isEmpty) || before === ',' || (isOpening(before) && !isClosing)) {
      text += `\n${'  '.repeat(depth)}`;
    }
    text += token === ':' ? ': ' : token;
    if (isOpening(token)) depth += 1;
    before = token;
  }
  return text;
}

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}
