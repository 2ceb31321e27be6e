import type { Operation } from '../openapi/document.ts';

/** A line for a shell that makes the call with its examples. */
export function curlLine(base: string, method: string, path: string, operation: Operation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(examples.get(name) ?? name),
  );
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(base + filled)];
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  if (body !== undefined) {
    const [type, { example }] = body;
    if (type === 'multipart/form-data') parts.push('-F', quoted('file=@prices.csv'));
    else parts.push('-H', quoted(`content-type: ${type}`), '-d', quoted(JSON.stringify(example)));
  }
  return parts.join(' ');
}

/** A word as a POSIX shell reads it whole. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
