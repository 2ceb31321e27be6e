import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { problem } from './problem.ts';

const nonceLength = 12;
const tagLength = 16;

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts with AES-256-GCM under the service's key: nonce, tag, ciphertext. */
export function seal(secret: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

export function unseal(sealed: Uint8Array, key: Uint8Array): string {
  const secret = readSecret(sealed, key);
  if (secret === null) {
    throw problem(
      'secret-unreadable',
      'The secret of this endpoint cannot be decrypted, so messages cannot be signed: SECRET_KEY, or the file secret.key, differs from the key that encrypted it. Start with that key again, or rotate the secret.',
    );
  }
  return secret;
}

/** Decrypts; null if the key differs or the bytes were changed. */
export function readSecret(sealed: Uint8Array, key: Uint8Array): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
    decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
    const text = decipher.update(bytes.subarray(nonceLength + tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
