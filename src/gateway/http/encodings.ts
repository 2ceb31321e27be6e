/** The encodings bodies are sent in, in the order of preference. */
export const encodings = ['br', 'gzip'] as const;
/** Bodies up to this many bytes are sent as they are. */
export const smallest = 1024;
export type Encoding = (typeof encodings)[number];

/**
 * The encoding to answer in (RFC 9110, 12.5.3): the one with the highest q, ours of two alike; null: as it is.
 * A header that is not there asks for nothing.
 */
export function chooseEncoding(header: string | null | undefined): Encoding | null {
  if (header === null || header === undefined) return null;
  const wanted = new Map(header.split(',').map(readPart));
  const quality = (name: string) => wanted.get(name) ?? wanted.get('*') ?? 0;
  let best: Encoding | null = null;
  for (const encoding of encodings) {
    if (quality(encoding) > (best === null ? 0 : quality(best))) best = encoding;
  }
  // Only a preference that is spelled out keeps a body as it is.
  return best !== null && (wanted.get('identity') ?? 0) > quality(best) ? null : best;
}

function readPart(part: string): [name: string, quality: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => /^q\s*=/.test(text));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return [name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0];
}
