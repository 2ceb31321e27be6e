/**
 * Headers as people paste them: lines `name: value`, as `curl -v` prints them (`> name: value`), as `-H 'name: value'`, or a
 * JSON object. What is no header is left out.
 */
export function pastedHeaders(text: string): Record<string, string> {
  const fromJson = ofJson(text);
  if (fromJson !== null) return fromJson;
  const headers: [string, string][] = [];
  for (const line of text.split('\n')) {
    const plain = line
      .trim()
      .replace(/^[<>]\s*/, '')
      .replace(/^(?:-H|--header)\s+/, '')
      .replace(/\s*\\$/, '')
      .replace(/^(["'])(.*)\1,?$/, '$2');
    const match = /^["']?([\w-]+)["']?\s*:\s*["']?(.*?)["']?,?$/.exec(plain);
    if (match?.[1] !== undefined) headers.push([match[1].toLowerCase(), match[2] ?? '']);
  }
  return Object.fromEntries(headers);
}

function ofJson(text: string): Record<string, string> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name.toLowerCase(), String(one)]),
    );
  } catch {
    return null;
  }
}
