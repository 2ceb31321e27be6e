import type { CustomFetch } from 'openid-client';
import { bytesInWords, mebibyte } from '#contract/bytes.ts';
import { excessInWords, jsonExcess } from '#platform/http/jsonBounds.ts';

/** Of one answer of an OpenID Connect provider: its addresses, its keys, tokens, or the claims of a person. */
export const providerLimits = { bytes: mebibyte, levels: 32, values: 100_000 } as const;

/** Fetches, and refuses an answer over the limits before it is parsed. */
export const boundedFetch: CustomFetch = async (address, { body, ...options }) => {
  // A form: the library sends nothing else.
  const init = { ...options, body: body instanceof URLSearchParams ? body : null };
  const response = await fetch(address, init);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > providerLimits.bytes) {
      throw new Error(`The answer is over ${bytesInWords(providerLimits.bytes)}`);
    }
  }
  const bytes = Buffer.concat(chunks);
  const excess = jsonExcess(bytes.toString('latin1'), providerLimits);
  if (excess !== null) throw new Error(`The answer ${excessInWords(excess, providerLimits)}`);
  const { status, statusText } = response;
  return new Response(length === 0 ? null : bytes, {
    status,
    statusText,
    headers: response.headers,
  });
};
