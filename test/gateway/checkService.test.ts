import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkReport } from '#contract/serviceCheck.ts';
import { checkServiceCommand } from '#gateway/command/checkService.ts';
import { Refusal } from '#gateway/config/refusal.ts';
import { dialectService, type Answer } from '#test/support/foreign/dialectService.ts';
import { dialectOf } from '#test/support/foreign/dialects.ts';
import { faultyService, needsHeader, on, webPage } from '#test/support/foreign/faultyService.ts';
import { serveForeign, type Served } from '#test/support/foreign/serveForeign.ts';
import { createTruth } from '#test/support/foreign/truth.ts';
import { createTestService } from '#test/support/service.ts';
import { npmRun } from '#test/support/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-check-'));
});
const served: Served[] = [];
afterEach(() => Promise.all(served.splice(0).map((one) => one.stop())));
afterAll(() => rm(folder, { recursive: true }));

async function serve(answer: Answer): Promise<string> {
  const one = await serveForeign(answer);
  served.push(one);
  return one.url;
}

const speak = (name: string) =>
  dialectService(dialectOf(name), createTruth({ now: Date.now() }), async () => undefined);

/** As fast as the machine is. */
const fast = {
  PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: '50',
  PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: '1000',
};

async function run(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const lines: string[] = [];
  try {
    const code = await checkServiceCommand({
      args,
      environment: { ...fast, ...environment },
      root: process.cwd(),
      version: '',
      print: (line) => lines.push(line),
    });
    return { code, output: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.exitCode, output: [...lines, ...error.lines].join('\n') };
  }
}

test('0: our own service passes, with changes, and the report is in the file', async () => {
  const own = await createTestService({ sampleUsers: 4 });
  // The first answers of a process take longer than those that follow.
  await Promise.all(['/p/users', '/p/thematics'].map((path) => own.call('GET', path)));
  const file = join(folder, 'report.json');
  const { code, output } = await run([await serve(own.fetch), '--writes', '--json', file]);
  expect(output).toContain('The check creates one user');
  expect(output).toMatch(/who remains: .*\n\d+ passed, 0 differ, 0 cannot be read, 0 not tried\.$/);
  expect(code).toBe(0);
  expect(output).toMatch(/^ +answers +median +slowest\n/m);
  expect(output).toMatch(/^ +\d+ +\d+ ms +\d+ ms {2}GET \/p\/users\/\{id\}\/wallets$/m);
  const report = checkReport.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(report.counts.passed).toBe(report.findings.length);
  await own.close();
});

test('1: differences are listed by call, and nothing is changed', async () => {
  const url = await serve(speak('disorder'));
  const { code, output } = await run([url]);
  expect(code).toBe(1);
  expect(output).toMatch(/^  Differs +records not in order \(.*\)\. Harmless$/m);
  expect(output).not.toContain('Passed');
  expect(served[0]?.arrived.filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
});

test('2: a web page instead of an answer, and rejected credentials', async () => {
  const page = await run([await serve(faultyService(speak('plain'), [on(/thematics$/, webPage)]))]);
  expect(page.code).toBe(2);
  expect(page.output).toContain('a web page, not JSON');
  const guarded = faultyService(speak('plain'), [needsHeader('x-key', 'hunter2 hunter2')]);
  const url = await serve(guarded);
  const refused = await run([url, '--header', 'X-Key: wrong-wrong']);
  expect(refused.code).toBe(2);
  expect(refused.output).toContain('rejected our credentials');
  expect(refused.output).not.toContain('wrong-wrong');
  const headers = ['--header', 'X-Key: hunter2 hunter2', '--header=Accept-Language: de'];
  const { code } = await run([url, ...headers]);
  expect(code).toBe(0);
  expect(served[1]?.arrived.at(-1)?.headers).toMatchObject({ 'accept-language': 'de' });
});

test('3: connection refused', async () => {
  const url = await serve(speak('plain'));
  await served[0]?.stop();
  const { code, output } = await run([url]);
  expect(code).toBe(3);
  expect(output.split('\n')).toEqual([
    `Checking ${url}`,
    '  Lists',
    `Check incomplete: ${url} refused the connection.`,
  ]);
});

test('3: a port that is blocked for HTTP', async () => {
  const { code, output } = await run(['http://127.0.0.1:1']);
  expect(code).toBe(3);
  expect(output).toMatch(
    /^Check incomplete: http:\/\/127\.0\.0\.1:1 cannot be reached\. This port belongs to another protocol and is blocked for HTTP\.$/m,
  );
});

test.each([
  [[], /^Name a service/],
  [['ftp://folio.example'], /^The address is not valid/],
  [
    ['http://a.example', 'http://b.example'],
    /Specify only one service. Unexpected: http:\/\/b\.example/,
  ],
  [['http://a.example', '--wirtes'], /Did you mean --writes\?/],
  [['http://a.example', '--header', 'no colon'], /^A --header is not valid/],
  [['http://a.example', '--header', 'Host: b.example'], /^A --header is not valid/],
])('64: %j is wrong usage', async (args, words) => {
  const { code, output } = await run(args);
  expect(output).toMatch(words);
  expect(code).toBe(64);
});

test('runs through npm, with the address from the settings, and prints help', async () => {
  const PORTFOLIO_SERVICE_URL = await serve(speak('plain'));
  const { code, output } = await npmRun({ ...fast, PORTFOLIO_SERVICE_URL }, 'check-service');
  expect(output).toMatch(/\d+ passed, 0 differ, 0 cannot be read, \d+ not tried\./);
  expect(code).toBe(0);
  const help = await npmRun({}, 'check-service', '--', '--help');
  expect(help).toMatchObject({ code: 0, output: expect.stringContaining('--header') });
});
