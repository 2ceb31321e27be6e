import { execFile } from 'node:child_process';
import { stat, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { grouped } from '#contract/digits.ts';
import { isLoopbackHost } from '../config/loopback.ts';
import type { Config } from '../config/settings.ts';
import { fileSizeFault, storageFault } from '../process/storage.ts';
import { openFilesLimit } from '../process/openFiles.ts';
import { buildState } from '../static/stamp.ts';
import { findingsOf, isThere, type Finding } from './finding.ts';

/** Free disk space below which the check warns. */
const littleDiskBytes = 1e9;
/** Memory for 100,000 users, with a margin. */
const littleMemoryBytes = 1e9;
const fewFiles = 1024;
const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/** Checks settings that are valid alone, but conflict or mislead. */
export function checkSettings(
  { host, publicUrl, trustedProxies, webhooksAllowHttp }: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Finding[] {
  const { ok, warn, fail } = findingsOf('settings');
  const found: Finding[] = [];
  const isPlain = publicUrl?.startsWith('http:') === true;
  if (!isLoopbackHost(host) && publicUrl === null) {
    found.push(
      fail(`HOST is ${host}, but PUBLIC_URL is not set. Set it to the address people open.`),
    );
  }
  if (isPlain && !isLoopbackHost(new URL(publicUrl).hostname)) {
    found.push(
      warn(
        'PUBLIC_URL is http: keys and sessions can be read in transit. Use HTTPS (.github/nginx.conf).',
      ),
    );
  }
  if (publicUrl?.startsWith('https:') === true && trustedProxies.length === 0) {
    found.push(
      warn(
        'PUBLIC_URL is https, which needs a proxy, but TRUSTED_PROXIES is not set: all visitors share one limit. Set it to the address of the proxy, such as 127.0.0.1.',
      ),
    );
  }
  if (webhooksAllowHttp) {
    found.push(warn('WEBHOOKS_ALLOW_HTTP is on: messages over plain http can be read in transit.'));
  }
  const proxy = proxyVariables.find((name) => (environment[name] ?? '') !== '');
  if (proxy !== undefined) {
    found.push(warn(`${proxy} is ignored: webhooks connect to their receivers directly.`));
  }
  return found.length === 0 ? [ok('All are valid and consistent.')] : found;
}

export async function checkProgram(root: string, nodeVersion: string): Promise<Finding[]> {
  const { ok, warn, fail } = findingsOf('program');
  const { node } = process.versions;
  const version =
    Number(node.split('.')[0]) < Number(nodeVersion.split('.')[0])
      ? fail(
          `This is Node ${node}, but the service needs ${nodeVersion}. Run npm ci, then npm run doctor.`,
        )
      : ok(`Node ${node}.`);
  const state = await buildState(root, join(root, 'dist'));
  const hasVite = await isThere(join(root, 'node_modules', 'vite'));
  if (state === 'fresh') return [version, ok('The dashboard is built.')];
  const fault = state === 'missing' ? 'is not built' : 'is older than its sources';
  const next = hasVite
    ? 'The next start builds it.'
    : 'Run npm ci (without --omit=dev) and npm run build.';
  return [
    version,
    (state === 'missing' && !hasVite ? fail : warn)(`The dashboard ${fault}. ${next}`),
  ];
}

export async function checkDisk({ dataDir, diskReserveMb }: Config): Promise<Finding[]> {
  const { ok, warn, fail } = findingsOf('disk');
  const folder = await nearestFolder(dataDir);
  const found: Finding[] = [];
  const fault = await storageFault(folder, diskReserveMb * 1e6);
  if (fault === null) {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${folder} is writable, with ${grouped(Math.floor(free / 1e6))} MB free.`;
    found.push(free < littleDiskBytes ? warn(`${text} Free more space.`) : ok(text));
  } else found.push(fail(fault));
  if (folder !== dataDir) found.push(ok(`The first start creates ${dataDir}.`));
  for (const path of [dataDir, join(dataDir, 'secret.key')]) {
    const mode = await stat(path).then(
      (status) => status.mode,
      () => 0,
    );
    if ((mode & 0o007) !== 0) {
      found.push(warn(`Every user of this machine can access ${path}. Run chmod o= ${path}.`));
    }
  }
  const sizes = fileSizeFault();
  if (sizes !== null) found.push((sizes.isFatal ? fail : warn)(sizes.text));
  const files = openFilesLimit();
  if (files < fewFiles) {
    found.push(
      warn(
        `A process may open only ${files} files (ulimit -n), half of them connections. Raise the limit to ${fewFiles} or more.`,
      ),
    );
  }
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  if (memory < littleMemoryBytes) {
    found.push(
      warn(
        `This machine has ${grouped(Math.floor(memory / 1e6))} MB of memory: enough for few users only.`,
      ),
    );
  }
  return found;
}

export async function checkClock(
  root: string,
  others: { readonly ofDatabase: number | null; readonly latestEventAt: number | null },
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { ok, warn, fail } = findingsOf('clock');
  const found: Finding[] = [];
  const installedAt = (await stat(join(root, 'node_modules'))).mtimeMs;
  if (now() < installedAt - 86_400_000) {
    found.push(fail('The system clock is earlier than the time of installation. Correct it.'));
  }
  if (others.latestEventAt !== null && others.latestEventAt - now() > 5000) {
    const seconds = Math.round((others.latestEventAt - now()) / 1000);
    found.push(
      warn(
        `The system clock is ${grouped(seconds)} s behind the latest event in the database: the clock of the service continues from that event, at half speed. Correct the system clock.`,
      ),
    );
  }
  const offset = others.ofDatabase === null ? 0 : (others.ofDatabase - now()) / 1000;
  if (Math.abs(offset) > 5) {
    found.push(
      warn(
        `The clock of PostgreSQL differs by ${Math.round(offset)} s from that of this machine. Synchronize both with network time.`,
      ),
    );
  }
  // Without systemd, synchronization is unknown.
  const isSynchronized = await promisify(execFile)('timedatectl', [
    'show',
    '-p',
    'NTPSynchronized',
    '--value',
  ])
    .then(({ stdout }) => stdout.trim())
    .catch(() => '');
  if (isSynchronized === 'no') {
    found.push(
      warn(
        'The system clock is not synchronized with network time (timedatectl). Receivers reject messages that are minutes off: run timedatectl set-ntp true.',
      ),
    );
  }
  return found.length === 0 ? [ok(`${new Date(now()).toISOString()}.`)] : found;
}

async function nearestFolder(path: string): Promise<string> {
  return (await isThere(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
