import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureVerdict } from '#contract/delivery.ts';

const tolerance = 5 * 60;

/**
 * Whether the signature of a message holds (Standard Webhooks 1.0), and if not what is wrong: the library says no more than
 * that it does not. Header names in any case.
 */
export function checkSignature(
  {
    headers,
    body,
    secret,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly secret: string;
  },
  now: number,
): SignatureVerdict {
  const given = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase().trim(), value.trim()]),
  );
  const missing = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].filter(
    (name) => (given.get(name) ?? '') === '',
  );
  if (missing.length > 0) return no(`The header ${missing.join(' and ')} is missing.`);
  const id = given.get('webhook-id') ?? '';
  const timestamp = given.get('webhook-timestamp') ?? '';
  const signatures = (given.get('webhook-signature') ?? '').split(/\s+/);
  if (!/^\d{1,12}$/.test(timestamp)) {
    return no('webhook-timestamp is no whole number of seconds since 1970.');
  }
  const key = keyOf(secret);
  if (key === null) return no('The secret is none: it begins with whsec_, and base64 follows.');
  const ours = signatures.filter((signature) => signature.startsWith('v1,'));
  if (ours.length === 0) return no('webhook-signature has no signature of version 1 (v1,…).');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const holds = ours.some((signature) => {
    const bytes = Buffer.from(signature.slice(3), 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  if (!holds) return no(whyNot({ id, timestamp, body, key, ours }));
  const age = Math.round(now / 1000) - Number(timestamp);
  if (Math.abs(age) > tolerance) {
    const words = age > 0 ? `${age} s ago` : `${-age} s in the future`;
    return {
      holds: true,
      why: `It was signed ${words}: a receiver that looks at the time, as it should, takes 5 minutes at most.`,
    };
  }
  return { holds: true, why: null };
}

function no(why: string): SignatureVerdict {
  return { holds: false, why };
}

/** The mistakes that are made most, each tried. */
function whyNot(signed: {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  readonly key: Buffer;
  readonly ours: readonly string[];
}): string {
  const { id, timestamp, body, key, ours } = signed;
  const matches = (text: string, withKey: Buffer = key) => {
    const made = createHmac('sha256', withKey)
      .update(`${id}.${timestamp}.${text}`)
      .digest('base64');
    return ours.includes(`v1,${made}`);
  };
  if (matches(body.trim()) || matches(`${body}\n`)) {
    return 'The body has white space or a line break more or less than what was signed: sign and check the bytes as they came.';
  }
  const parsed = parse(body);
  if (parsed !== undefined && matches(JSON.stringify(parsed))) {
    return 'The body was formatted anew: check the bytes as they came, before they are parsed.';
  }
  return 'The signature is of another body, id, timestamp or secret.';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer | null {
  const match = /^(?:whsec_)?([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim());
  return match?.[1] === undefined ? null : Buffer.from(match[1], 'base64');
}
