/** A JSON text with line breaks, and whether all of it is there. */
export interface IndentedJson {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Any token of JSON: a string, one of its marks, or a run of anything else (a number, a word). */
const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Breaks a JSON text into lines and changes nothing else: each number keeps all its digits and each string its escapes,
 * which reading and writing it anew would not (`1e400`, `0.10`, `12345678901234567890`).
 * `hidden` stands for every number, where figures are not to be seen.
 * Stops at the end of the line that reaches `limit` characters; half a text, cut anywhere, is broken as far as it goes.
 */
export function indentJson(
  source: string,
  { limit = Infinity, hidden = null }: { limit?: number; hidden?: string | null } = {},
): IndentedJson {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  let length = 0;
  const breakLine = (): void => {
    lines.push(line);
    length += line.length + 1;
    line = '  '.repeat(depth);
  };
  let before = '';
  for (const [token] of source.matchAll(tokens)) {
    if (length > limit) return { text: lines.join('\n'), isWhole: false };
    const isClosing = token === '}' || token === ']';
    const isEmpty = isClosing && (before === '{' || before === '[');
    if (isClosing) depth = Math.max(0, depth - 1);
    // Brackets that hold nothing stay on one line.
    if ((isClosing && !isEmpty) || before === ',' || (isOpening(before) && !isClosing)) breakLine();
    if (token === ':') line += ': ';
    else line += hidden !== null && /^[-\d]/.test(token) ? hidden : token;
    if (isOpening(token)) depth += 1;
    before = token;
  }
  lines.push(line);
  return { text: lines.join('\n'), isWhole: true };
}

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}
