import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** A new secret of an endpoint, as Standard Webhooks writes it. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Encrypts a secret with AES-256-GCM under the service's key: nonce, tag, ciphertext. */
export function seal(secret: string, key: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Decrypts what `seal` made; throws where the key is another or the bytes were changed. */
export function unseal(sealed: Uint8Array, key: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  const text = [decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()];
  return Buffer.concat(text).toString('utf8');
}
