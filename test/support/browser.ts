import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'];

/** Flags that keep a browser quiet. The package's own list is not used, because it disables web security. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--font-render-hinting=none',
  '--hide-scrollbars',
];

/** Opens a headless Chromium: the one from npm, or an installed one if that cannot run. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: browserFlags() });
}

/** Returns the flags to start a Chromium here; root has no sandbox. */
export function browserFlags(): string[] {
  return process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
}

export async function findChromium(): Promise<string> {
  const own = process.env['CHROMIUM_PATH'];
  if (own !== undefined) return own;
  const path = await packaged.executablePath();
  if (await runs(path)) return path;
  // For a machine without libnss3: the package includes the libraries of Amazon Linux.
  const bin = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
  setupLambdaEnvironment(join(await inflate(join(bin, 'al2023.tar.br')), 'lib'));
  if (await runs(path)) return path;
  for (const other of installed) if (existsSync(other) && (await runs(other))) return other;
  throw new Error(
    'No Chromium runs here. Install one (apt-get install chromium) or name it in CHROMIUM_PATH.',
  );
}

async function runs(path: string): Promise<boolean> {
  try {
    await run(path, ['--headless', '--no-sandbox', '--version']);
    return true;
  } catch {
    return false;
  }
}
