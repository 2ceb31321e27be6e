import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { createdAccessKey } from '#contract/access.ts';
import { makeDataFolder } from '#test/support/dataFolder.ts';
import { freePort } from '#test/support/process.ts';
import { serving } from './spawned.ts';

/** Whether an nginx is installed; with REQUIRE_NGINX one must be. */
export function isNginxHere(): boolean {
  if (spawnSync('nginx', ['-v']).error === undefined) return true;
  if (process.env['REQUIRE_NGINX'] === '1') {
    throw new Error('REQUIRE_NGINX is set, and there is no nginx.');
  }
  console.log('There is no nginx here: what the service does behind one is not tested.');
  return false;
}

/** The name in the sample. */
export const publicName = 'portfolio.example.com';

/** The service behind nginx. */
export interface BehindNginx {
  /** Where it listens: http, https, and https by one that compresses what the service is not asked to compress. */
  readonly ports: Readonly<Record<'plain' | 'tls' | 'compressing', number>>;
  /** The headers by which an admin is known. */
  readonly admin: Record<string, string>;
  /** Calls the public name. */
  open(path: string, sent?: Sent): Promise<IncomingMessage>;
  /** The same, with all of the answer. */
  ask(path: string, sent?: Sent): Promise<Answered>;
  /** Ends nginx and takes all away; the service is ended by `endAll`. */
  stop(): Promise<void>;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly port?: number;
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Starts the service behind nginx as the sample of `.github` has it, but for ports and certificate. */
export async function startBehindNginx(): Promise<BehindNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-nginx-'));
  const data = join(folder, 'data');
  await makeDataFolder(data);
  const running = serving(['--port=0', '--sample-users=3', `--data-dir=${data}`], {
    PUBLIC_URL: `https://${publicName}`,
    TRUSTED_PROXIES: '127.0.0.1',
    IDLE_TIMEOUT_SECONDS: '150',
  });
  makeCertificate(folder);
  const ports = { plain: await freePort(), tls: await freePort(), compressing: await freePort() };
  const url = await running.ready;
  const key = await makeAdmin(url, data);
  const sample = (await readFile('.github/nginx.conf', 'utf8'))
    .replace('127.0.0.1:4173', new URL(url).host)
    .replace('listen 80;', `listen ${ports.plain};`)
    .replace('listen 443 ', `listen ${ports.tls} `)
    .replaceAll('/etc/ssl/portfolio', folder);
  await writeFile(join(folder, 'nginx.conf'), mainFile(folder, sample, ports.compressing));
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: 'inherit' });

  const open: BehindNginx['open'] = async (path, sent = {}) => {
    const { body, headers = {}, port = ports.tls, method = 'GET' } = sent;
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const call = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: publicName, ...type, ...headers },
      servername: publicName,
      rejectUnauthorized: false,
      agent: false,
    }).end(body);
    const [response]: IncomingMessage[] = await once(call, 'response');
    if (response === undefined) throw new Error('No response came');
    return response;
  };
  const ask: BehindNginx['ask'] = async (path, sent) => {
    const response = await open(path, sent);
    const chunks: Buffer[] = await response.toArray();
    const { statusCode: status, headers } = response;
    return { status, headers, bytes: Buffer.concat(chunks) };
  };
  await vi.waitFor(() => ask('/x/health/ready'), { timeout: 20_000, interval: 50 });
  return {
    ports,
    admin: { authorization: `Bearer ${key}` },
    open,
    ask,
    async stop() {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

function makeCertificate(folder: string): void {
  const names = `-subj /CN=${publicName} -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`;
  const args = `req -x509 -newkey rsa:2048 -nodes -days 1 ${names}`.split(' ');
  execFileSync('openssl', args, { stdio: 'ignore' });
}

/** Creates a key as a command on this machine does. */
async function makeAdmin(url: string, data: string): Promise<string> {
  const { token } = z
    .object({ token: z.string() })
    .parse(JSON.parse(await readFile(join(data, 'process.json'), 'utf8')));
  const made = await fetch(`${url}/x/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'admin', name: 'Ada' }),
  });
  return createdAccessKey.parse(await made.json()).key;
}

/** The sample in what Debian puts around it, with all that nginx writes in one folder, and beside it one that compresses. */
function mainFile(folder: string, sample: string, compressing: number): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${folder}/nginx.pid;`,
    'error_log /dev/null crit;',
    'daemon off;',
    'events {}',
    'http {',
    'access_log off;',
    'gzip on; gzip_types *; gzip_proxied any;',
    ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    sample,
    sample
      .slice(sample.lastIndexOf('server {'))
      .replace(/listen \d+/, `listen ${compressing}`)
      .replace('proxy_http_version', 'proxy_set_header Accept-Encoding ""; proxy_http_version'),
    '}',
  ].join('\n');
}
