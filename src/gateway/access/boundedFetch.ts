import type { CustomFetch } from 'openid-client';
import { bytesInWords, mebibyte } from '#contract/bytes.ts';
import { excessInWords, jsonExcess } from '#platform/http/jsonBounds.ts';

/** Limits for one response of an OpenID Connect provider. */
export const providerLimits = { bytes: mebibyte, levels: 32, values: 100_000 } as const;

/** Fetches, and rejects a response over the limits before parsing it. */
export const boundedFetch: CustomFetch = async (address, { body, ...options }) => {
  // The library sends no other body than a form.
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
