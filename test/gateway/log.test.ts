import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql, type SQL } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorText } from '#gateway/process/errorText.ts';
import { createThrottledLog } from '#gateway/process/log.ts';
import { createService } from '#service/service.ts';
import { change, makeUser, problemOf } from '#test/support/calls.ts';
import { engines } from '#test/support/engines.ts';
import { node } from '#test/support/process.ts';
import { createTestService, type TestService } from '#test/support/service.ts';

const minute = 60_000;

function createTestLog() {
  const entries: string[] = [];
  const clock = { now: 0 };
  const write = (entry: string) => void entries.push(entry);
  return { entries, clock, ...createThrottledLog({ write, clock: () => clock.now }) };
}

describe.each(engines().map((engine) => [engine.name, engine] as const))('%s', (_, engine) => {
  let tested: TestService;
  beforeAll(async () => {
    tested = await createTestService({ database: await engine.open() });
  });
  afterAll(() => tested.close());

  test('42 failed statements are a few log lines, without attributes', async () => {
    const { entries, log, flush } = createTestLog();
    const service = createService({ ...tested.dependencies, log });
    const failing: TestService = {
      ...tested,
      call: async (method, path, body) =>
        service.request(`http://127.0.0.1:4173${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    };
    const { queries } = tested.database;
    await queries.execute(
      sql`ALTER TABLE users ADD CONSTRAINT small CHECK (length(attributes::text) < 100)`,
    );
    const ids = Array.from(
      { length: 42 },
      (_, number) => `ann-${String.fromCharCode(65 + number)}`,
    );
    for (const id of ids) {
      await makeUser(tested, id);
      const note = `Owner's "private" note, 12345; `.repeat(900);
      await problemOf(change(failing, id, { note }), 'internal');
    }
    await queries.execute(sql`ALTER TABLE users DROP CONSTRAINT small`);
    flush();
    const text = entries.join('\n');
    expect(text).not.toMatch(/private|12345|params|Failing row/i);
    expect(text.length).toBeLessThan(2000);
    expect(entries).toHaveLength(4);
    expect(entries[0]?.split('\n')).toEqual([
      expect.stringMatching(
        /^POST \/p\/users\/ann-A failed: 23514: new row for relation ("users"|…) violates check constraint "small" \(src\/service\/portfolio\/\w+\.ts:\d+\)$/,
      ),
      expect.stringMatching(/^ {2}with "updated" as .{40,}…$/),
    ]);
    expect(entries[3]).toMatch(
      /^… 39 more like this in the last minute: POST \/p\/users\/ann-A failed/,
    );
  });

  test.each<[string, SQL, string]>([
    [
      'a value of the wrong kind',
      sql`SELECT ${'se"cret" x'}::int`,
      '22P02: invalid input syntax for type integer',
    ],
    [
      'a text that is no JSON',
      sql`SELECT ${'secret "x'}::jsonb`,
      '22P02: invalid input syntax for type json',
    ],
    [
      'a literal',
      sql`SELECT 'it''s secret' FROM nowhere`,
      '42P01: relation "nowhere" does not exist',
    ],
    ['a null', sql`INSERT INTO users (custom_id) VALUES (NULL)`, '23502: null value in column'],
  ])('%s is logged without it', async (_, statement, words) => {
    const error: unknown = await tested.database.queries
      .execute(statement)
      .then(String, (e: unknown) => e);
    const text = errorText(error);
    expect(text.startsWith(words)).toBe(true);
    expect(text).toMatch(/\n {2}(SELECT|INSERT)/);
    expect(text).not.toContain('secret');
  });
});

test.each<[() => unknown, string | RegExp]>([
  [() => JSON.parse('{"name": secret}'), /^SyntaxError$/],
  [() => BigInt('secret'), /^SyntaxError$/],
  [() => new URL('http://secret:x'), 'ERR_INVALID_URL: Invalid URL'],
  [
    () => new Intl.NumberFormat('en', { currency: 'secret', style: 'currency' }),
    'RangeError: Invalid currency code',
  ],
  [
    () => Object.getOwnPropertyDescriptor({ secret: 1 }, 'secret')?.value.x.y,
    /^TypeError: Cannot read properties of undefined/,
  ],
  [
    () => {
      throw 'secret';
    },
    /^string thrown instead of an Error$/,
  ],
  [
    () => {
      throw new Error('secret\nsecret'.slice(6), {
        cause: Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
          code: 'ECONNREFUSED',
          syscall: 'connect',
        }),
      });
    },
    'Error; ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:5432',
  ],
])('the log text of an error: %s', (fail, expected) => {
  let text = '';
  try {
    fail();
  } catch (error) {
    text = errorText(error);
  }
  expect(text).toMatch(expected);
  expect(text).not.toContain('secret');
});

/** A number in letters: digits make no kind of their own. */
const kindName = (n: number) =>
  n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');

describe('similar entries', () => {
  test('are written three times a minute, then counted, for all users together', () => {
    const { entries, clock, log, sweep } = createTestLog();
    for (let n = 0; n < 44; n += 1) log(`GET /p/users/u-${n}x failed`, new Error('Gone'));
    log('Something else', new Error('Gone'));
    expect(entries).toHaveLength(4);
    clock.now = minute - 1;
    sweep();
    expect(entries).toHaveLength(4);
    clock.now = minute;
    sweep();
    sweep();
    expect(entries.slice(4)).toEqual([
      expect.stringMatching(
        /^… 41 more like this in the last minute: GET \/p\/users\/u-0x failed: Gone/,
      ),
    ]);
    log('GET /p/users/again failed', new Error('Gone'));
    expect(entries).toHaveLength(6);
  });

  test('are also counted if the next one comes before a sweep', () => {
    const { entries, clock, log } = createTestLog();
    for (let n = 0; n < 5; n += 1) log('The disk is full');
    clock.now = 10 * minute;
    log('The disk is full');
    expect(entries.slice(2)).toEqual([
      'The disk is full',
      '… 2 more like this in the last minute: The disk is full',
      'The disk is full',
    ]);
  });

  test('that were omitted are counted when the process ends', () => {
    const { entries, log, flush } = createTestLog();
    for (let n = 0; n < 4; n += 1) log('The disk is full');
    flush();
    flush();
    expect(entries.slice(3)).toEqual(['… 1 more like this in the last minute: The disk is full']);
  });

  test('of 5,000 kinds are bounded in number and size', () => {
    const { entries, log, flush } = createTestLog();
    for (let n = 0; n < 5000; n += 1) {
      log(`Of kind ${kindName(n)} ${'long '.repeat(1000)}`, new Error('also long, '.repeat(1000)));
    }
    flush();
    expect(entries.length).toBeLessThan(110);
    expect(entries.at(-1)).toBe('… 4897 more like this in the last minute: other entries');
    expect(Math.max(...entries.map(({ length }) => length))).toBeLessThanOrEqual(400);
  });
});

test('an entry has one or two lines, whatever it contains', () => {
  const texts = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(texts, texts, texts, (line, message, query) => {
      const { entries, log } = createTestLog();
      const cause = Object.assign(new Error(message), { code: '53100' });
      const wrapper = new Error(`Failed query: ${query}\nparams: secret`, { cause });
      log(line, Object.assign(wrapper, { query, params: ['secret'] }));
      const [entry = ''] = entries;
      expect(entry.split(/[\r\n\u2028\u2029]/).length).toBeLessThanOrEqual(2);
      expect(entry).not.toContain('secret');
      expect(entry.length).toBeLessThanOrEqual(400);
    }),
  );
});

describe.each(['text', 'json'])('written as %s', (format) => {
  const run = (code: string, errors: 'pipe' | number) => {
    const script = `const log = (await import('#gateway/process/log.ts')).createLog('${format}'); ${code}`;
    const [file = '', ...flags] = node;
    return spawn(file, [...flags, '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', errors],
    });
  };

  test('all log lines remain after a kill, even with a slow reader', async () => {
    const killed = run(
      `for (let n = 0; n < 98; n += 1) {
         const kind = String.fromCharCode(65 + (n % 26), 65 + n / 26);
         for (let again = 0; again < 3; again += 1) log(kind + ' long'.repeat(75));
       }
       log('The last line');
       process.kill(process.pid, 'SIGKILL');`,
      'pipe',
    );
    const lines = (await text(killed.stderr ?? Readable.from([]))).trimEnd().split('\n');
    expect(lines).toHaveLength(98 * 3 + 1);
    expect(lines.at(-1)).toMatch(format === 'json' ? /"The last line"\}$/ : /The last line$/);
  });

  test.skipIf(!existsSync('/dev/full'))('a full disk does not end the process', async () => {
    const full = await open('/dev/full', 'w');
    const code = `for (let n = 0; n < 3; n += 1) log('Not written'); setTimeout(() => process.exit(7), 100);`;
    expect(await once(run(code, full.fd), 'exit')).toEqual([7, null]);
    await full.close();
  });
});
