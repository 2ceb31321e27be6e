import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignatureVerdict } from '#contract/inspector.ts';

const tolerance = 5 * 60;

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
    return no('webhook-timestamp is not a whole number of seconds since 1970.');
  }
  const key = keyOf(secret);
  if (key === null) return no('The secret is invalid: it must be whsec_ followed by base64.');
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
    const when = age > 0 ? `${age} s ago` : `${-age} s in the future`;
    return {
      holds: true,
      why: `It was signed ${when}: receivers should accept at most 5 minutes.`,
    };
  }
  return { holds: true, why: null };
}

function no(why: string): SignatureVerdict {
  return { holds: false, why };
}

/** Tries the most common mistakes. */
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
    return 'The white space differs from the signed body: verify the bytes as received.';
  }
  const parsed = parse(body);
  if (parsed !== undefined && matches(JSON.stringify(parsed))) {
    return 'The body was reformatted: verify the bytes as received, before parsing.';
  }
  return 'The signature belongs to another body, id, timestamp or secret.';
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
