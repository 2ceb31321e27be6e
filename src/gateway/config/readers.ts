import { BlockList, isIP } from 'node:net';

/** One setting: how its text is read, and how it is told of. `read` gives undefined for what it may not be. */
export interface Setting<Value> {
  readonly about: string;
  /** Ends the sentence "it may be …". */
  readonly may: string;
  /** How the default is told. */
  readonly usually: string;
  readonly fallback: Value;
  /** Its value is never shown. */
  readonly secret?: true;
  /** What its flag means where it stands alone. */
  readonly alone?: string;
  readonly read: (text: string) => Value | undefined;
}

/** A whole number within bounds. */
export function whole(about: string, low: number, high: number, fallback: number): Setting<number> {
  return {
    about,
    may: `a whole number from ${low} to ${high}`,
    usually: String(fallback),
    fallback,
    read: (text) => {
      const value = Number(text);
      return /^\d{1,9}$/.test(text) && value >= low && value <= high ? value : undefined;
    },
  };
}

/** Any text but an empty one. */
export function text(about: string, may: string, fallback: string): Setting<string> {
  return { about, may, usually: fallback, fallback, read: (given) => given.trim() || undefined };
}

const answers: Readonly<Record<string, boolean>> = { 1: true, true: true, 0: false, false: false };

/** Yes or no; its flag alone means yes. */
export function yesOrNo(about: string): Setting<boolean> {
  return {
    about,
    may: '1 or 0',
    usually: '0',
    fallback: false,
    alone: '1',
    read: (given) => answers[given.toLowerCase()],
  };
}

/** The origin of an http or https address: scheme, host and port, nothing behind it. */
export function readOrigin(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

/** Networks in CIDR notation, or addresses alone, separated by commas. */
export function readNetworks(given: string): string[] | undefined {
  const networks = given.split(',').map((network) => readNetwork(network.trim()));
  const read = networks.filter((network) => network !== undefined);
  return read.length === networks.length ? read : undefined;
}

function readNetwork(given: string): string | undefined {
  const [address = '', prefix, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  const length = prefix ?? (version === 4 ? '32' : '128');
  if (!/^\d{1,3}$/.test(length)) return undefined;
  try {
    new BlockList().addSubnet(address, Number(length), version === 4 ? 'ipv4' : 'ipv6');
  } catch {
    return undefined;
  }
  return `${address}/${length}`;
}

/** 32 bytes written in hexadecimal digits, base64 or base64url. */
export function readKey(given: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(given)) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return bytes.byteLength === 32 ? bytes : undefined;
}
