import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncPath } from '#platform/database/syncedFiles.ts';
import { readKey } from '../config/readers.ts';
import { codeOf, Refusal } from '../config/refusal.ts';

/** Returns the 32 bytes of DATA_DIR/secret.key. The first start creates it, readable by this user alone. */
export async function keepSecretKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, 'secret.key');
  const existing = await readKeyFile(file);
  if (existing !== null) return existing;
  await createKeyFile(file);
  const created = await readKeyFile(file);
  if (created === null)
    throw new Refusal(`The file ${file} was removed while it was being created.`);
  return created;
}

async function readKeyFile(file: string): Promise<Uint8Array | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    throw new Refusal(
      `The file ${file} cannot be read (${code}). It contains the key of the stored secrets.`,
    );
  }
  const key = readKey(text.trim());
  if (key !== undefined) return key;
  throw new Refusal(
    `The file ${file} has no key of 32 bytes. Restore the original file: without its key, webhook secrets cannot be read.`,
  );
}

/** Writes and flushes the key before it gets its name, and never replaces an existing one. */
async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const text = `${randomBytes(32).toString('base64')}\n`;
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file);
    await syncPath(dirname(file));
  } catch (error) {
    // Another process was first, so its key is used.
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
