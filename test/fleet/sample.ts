import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.github/fleet/', import.meta.url));

/** Replaces texts of a sample; each must occur, so that the sample and the test agree. */
export async function sampleOf(
  name: string,
  replacements: Readonly<Record<string, string>>,
): Promise<string> {
  let text = await readFile(`${folder}${name}`, 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`.github/fleet/${name} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Reads `NAME=value` lines. */
export function environmentOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
