/** Any token of JSON: a string, one of its marks, or a run of anything else (a number, a word). */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Breaks a JSON text into lines and changes nothing else: each number keeps all its digits and each string its escapes,
 * which reading and writing it anew would not (`1e400`, `0.10`, `12345678901234567890`). Half a text, cut anywhere, is
 * broken as far as it goes.
 */
export function indentJson(source: string): string {
  let text = '';
  let depth = 0;
  let before = '';
  for (const [token] of source.matchAll(tokens)) {
    const isClosing = token === '}' || token === ']';
    const isEmpty = isClosing && (before === '{' || before === '[');
    if (isClosing) depth = Math.max(0, depth - 1);
    // Brackets that hold nothing stay on one line.
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
