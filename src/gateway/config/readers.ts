import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import * as z from 'zod/mini';
import { isLoopbackHost } from './loopback.ts';

export interface Setting<Value> {
  readonly about: string;
  /** Completes the sentence "it must be …". */
  readonly allowed: string;
  readonly schema: z.ZodMiniType<Value, string>;
  /** Default text; null: the value is null. */
  readonly preset: string | null;
  readonly defaultText: string;
  readonly secret?: true;
  readonly bare?: string;
}

type SettingWithoutDefault<Value> = Omit<Setting<Value>, 'preset' | 'defaultText'>;

export function withPreset<Value>(
  preset: string,
  setting: SettingWithoutDefault<Value>,
): Setting<Value> {
  return { ...setting, preset, defaultText: preset };
}

/** Defines an optional setting, null by default. */
export function optional<Value>(
  defaultText: string,
  setting: SettingWithoutDefault<Value>,
): Setting<Value | null> {
  return { ...setting, preset: null, defaultText };
}

export function integer(about: string, low: number, high: number): SettingWithoutDefault<number> {
  return {
    about,
    allowed: `a whole number from ${low} to ${high}`,
    schema: z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
      z.number().check(z.minimum(low), z.maximum(high)),
    ),
  };
}

/** Defines a yes/no setting. Its flag alone means yes. */
export function yesOrNo(about: string, preset: '0' | '1' = '0'): Setting<boolean> {
  const answers: Readonly<Record<string, boolean>> = {
    1: true,
    true: true,
    0: false,
    false: false,
  };
  return withPreset(preset, {
    about,
    allowed: '1 or 0',
    bare: '1',
    schema: readBy((given) => answers[given.toLowerCase()]),
  });
}

/** Returns the schema of a parser, which returns undefined for an invalid text. */
export function readBy<Value>(
  read: (given: string) => Value | undefined,
): z.ZodMiniType<Value, string> {
  return z.pipe(
    z.string(),
    z.transform((given, { issues }) => {
      const value = read(given);
      if (value !== undefined) return value;
      issues.push({ code: 'custom', input: given });
      return z.NEVER;
    }),
  );
}

/** Parses an http or https address that is an origin only: scheme, host and port. */
export function readOrigin(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return undefined;
  return url.href === `${url.origin}/` ? url.origin : undefined;
}

/** Parses the address of a provider: https, or http on this machine, where traffic cannot be intercepted. */
export function readIssuer(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  const isLocal = url.protocol === 'http:' && isLoopbackHost(url.hostname);
  const isSafe = url.protocol === 'https:' || isLocal;
  return isSafe ? given : undefined;
}

/** Parses the base address of a service, with its path and without a trailing slash. */
export function readBaseAddress(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '' || /[?#]$/.test(given))
    return undefined;
  return url.href.replace(/\/+$/, '');
}

/** Headers that describe the connection or the body, which operators cannot choose. */
const notOurs = /^(host|content-length|connection|transfer-encoding)$/i;

export function readHeaders(given: string): Readonly<Record<string, string>> | undefined {
  try {
    const { success, data } = z.safeParse(z.record(z.string(), z.string()), JSON.parse(given));
    if (!success || Object.keys(data).some((name) => notOurs.test(name))) return undefined;
    // Throws if a name or a value is not valid in a header.
    return Object.fromEntries(new Headers(data));
  } catch {
    return undefined;
  }
}

export function readCertificates(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    return certificates?.map((certificate) => new X509Certificate(certificate).toString()).join('');
  } catch {
    return undefined;
  }
}

/** Splits a name and a value at the first `=`. */
export function readPair(given: string): readonly [name: string, value: string] | undefined {
  const at = given.indexOf('=');
  return at < 1 ? undefined : [given.slice(0, at), given.slice(at + 1)];
}

export function readList(given: string): string[] | undefined {
  const texts = given.split(',').map((text) => text.trim());
  return texts.every((text) => text !== '') ? texts : undefined;
}

/** Parses networks in CIDR notation, or addresses, separated by commas. */
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

/** Parses 32 bytes in hexadecimal digits, base64 or base64url. */
export function readKey(given: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(given)) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return bytes.byteLength === 32 ? bytes : undefined;
}
