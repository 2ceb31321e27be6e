import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { licencesCommand, dependenciesOf, isAllowed } from '#gateway/command/licences.ts';
import { freePort, npmRun } from '#test/support/process.ts';

let registry: Server | null = null;
let cache: string;
beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), 'gateway-audit-'));
});
afterEach(() => {
  registry?.close();
  registry = null;
});
afterAll(() => rm(cache, { recursive: true }));

async function audit(
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ readonly code: number | null; readonly lines: string[] }> {
  const lines: string[] = [];
  const code = await licencesCommand({
    args,
    environment: { ...process.env, npm_config_cache: cache, ...environment },
    root: process.cwd(),
    version: '',
    print: (line) => lines.push(line),
  });
  return { code, lines };
}

test('every production dependency is under an allowed license, and development dependencies are not listed', async () => {
  const { code, lines } = await audit(['--offline']);
  expect(lines.at(-1)).toMatch(/^\d+ production dependencies, all under allowed licenses/);
  expect(code).toBe(0);
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const listed = lines.map((line) => / {2}(\S+) \S+$/.exec(line)?.[1]);
  for (const name of Object.keys(dependencies)) expect(listed).toContain(name);
  for (const name of ['vitest', 'knip', 'jsdom']) expect(listed).not.toContain(name);
});

test('a missing or unknown license is not allowed', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/a': { version: '1.0.0', license: 'AGPL-3.0-only' },
    'node_modules/a/node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '3.0.0', license: 'GPL-2.0', dev: true },
  };
  const found = dependenciesOf(JSON.stringify({ packages }));
  expect(found).toEqual([
    { name: 'b', version: '2.0.0', license: null },
    { name: 'a', version: '1.0.0', license: 'AGPL-3.0-only' },
  ]);
  expect(found.map(({ license }) => isAllowed(license))).toEqual([false, false]);
  expect(isAllowed('(GPL-2.0 OR MIT)')).toBe(true);
  expect(isAllowed('MIT AND GPL-2.0')).toBe(false);
  expect(isAllowed('MIT AND ISC AND BSD-3-Clause')).toBe(true);
});

/** A registry that knows a vulnerability of hono, or none. */
async function startRegistry(knows: boolean): Promise<Record<string, string>> {
  registry = createServer(async (incoming, outgoing) => {
    await incoming.toArray();
    const advisory = {
      id: 1,
      url: 'https://example.com/advisory',
      title: 'Made up',
      severity: 'high',
      vulnerable_versions: '>=0',
    };
    const isQuery = incoming.url?.endsWith('/advisories/bulk') === true;
    outgoing.writeHead(isQuery ? 200 : 404, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify(isQuery && knows ? { hono: [advisory] } : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { npm_config_registry: `http://127.0.0.1:${port}/` };
}

test('a known vulnerability is listed, and fails', async () => {
  const { code, lines } = await audit([], await startRegistry(true));
  expect(
    lines.find((line) => line.startsWith('hono has a known vulnerability (high)')),
  ).toBeDefined();
  expect(code).toBe(1);
});

test('without known vulnerabilities it succeeds', async () => {
  const { code, lines } = await audit([], await startRegistry(false));
  expect(lines.at(-1)).toBe('No known vulnerabilities.');
  expect(code).toBe(0);
});

test('an unreachable registry has its own exit code', async () => {
  const gone = { npm_config_registry: `http://127.0.0.1:${await freePort()}/` };
  const { code, lines } = await audit([], gone);
  expect(lines.at(-1)).toMatch(/^Known vulnerabilities could not be looked up: /);
  expect(code).toBe(3);
});

test('npm run sbom lists the same as CycloneDX', async () => {
  const { code, output } = await npmRun({}, 'sbom');
  expect(code).toBe(0);
  const { bomFormat, components } = JSON.parse(output.slice(output.indexOf('{')));
  expect(bomFormat).toBe('CycloneDX');
  const names: string[] = components.map(({ purl }: { readonly purl: string }) => purl);
  expect(names.some((purl) => purl.startsWith('pkg:npm/hono@'))).toBe(true);
  expect(names.some((purl) => purl.startsWith('pkg:npm/vitest@'))).toBe(false);
});
