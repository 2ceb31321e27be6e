import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#gateway/config/refusal.ts';
import { fileNameOf, writeReports } from '#gateway/command/writeReports.ts';
import { page, row } from '#test/support/directoryWindow.ts';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterEach(() => rm(out, { recursive: true }));

/** A directory of users that answers in windows, after it was busy once. */
function directoryOf(users: readonly string[]) {
  const paths: string[] = [];
  const request = async (path: string): Promise<Response> => {
    paths.push(path);
    if (paths.length === 1) {
      return Response.json({}, { status: 503, headers: { 'Retry-After': '0' } });
    }
    const query = new URL(path, 'http://localhost').searchParams;
    const offset = Number(query.get('offset'));
    const rows = users.slice(offset, offset + Number(query.get('limit')));
    return Response.json(
      page(
        users.length,
        offset,
        rows.map((customId) => row(customId)),
      ),
    );
  };
  return { paths, request };
}

test('writes a file for each user, with progress, and continues after the fault of one', async () => {
  const users = ['ada', 'a/b?c#d e%2F', '日本', 'bob'];
  const { paths, request } = directoryOf(users);
  const lines: string[] = [];
  const result = await writeReports({
    out,
    filter: '?q=a&limit=1&total=5..',
    print: (line) => lines.push(line),
    request,
    render: async ({ user }) => {
      if (user === 'ada') throw new Error('The history cannot be read.');
      return `<p>${user}</p>`;
    },
  });
  expect(result).toEqual({ written: 3, failed: 1 });
  // The export that the audit trail records, once the service is no longer busy.
  expect(paths[1]).toBe('/x/directory?q=a&total=5..&sort=customId&format=csv&columns=customId');
  expect(paths.at(-1)).toBe('/x/directory?q=a&total=5..&sort=customId&limit=500&offset=0');
  expect(lines).toEqual([
    '"ada": The history cannot be read.',
    '  Reports 20 %',
    '  Reports 50 %',
    '  Reports 70 %',
    '  Reports 100 %',
    `3 reports in ${out}, 1 failed.`,
  ]);
  const files = await readdir(out);
  expect(files.toSorted()).toEqual(users.slice(1).map(fileNameOf).toSorted());
  expect(await readFile(join(out, fileNameOf('日本')), 'utf8')).toBe('<p>日本</p>');
});

test('reads all windows of the directory', async () => {
  const users = Array.from({ length: 1201 }, (_, index) => `user-${index}`);
  const { request } = directoryOf(users);
  const rendered: string[] = [];
  const render = async ({ user = '' }) => {
    rendered.push(user);
    throw new Error('Not now.');
  };
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  expect(await writeReports({ out, filter: '', print, request, render })).toEqual({
    written: 0,
    failed: 1201,
  });
  expect(rendered).toEqual(users);
  expect(lines.filter((line) => line.includes('Not now'))).toHaveLength(20);
  expect(lines).toContain('and 1,181 more failed');
});

const print = () => {};
const render = async () => '';
const wrong = async () =>
  Response.json({ title: 'The query is invalid', detail: 'No such parameter.' }, { status: 400 });
const lost = async () => {
  throw new Refusal('http://localhost could not be reached.');
};

test('stops with the words of the service, of the disk, and of a lost process', async () => {
  const { request } = directoryOf(['ada']);
  await expect(
    writeReports({ out, filter: 'foo=1', print, request: wrong, render }),
  ).rejects.toThrow('The query is invalid: No such parameter.');
  await expect(
    writeReports({ out: join(out, 'none'), filter: '', print, request, render }),
  ).rejects.toThrow(/ada\.html cannot be written \(ENOENT\)/);
  await expect(writeReports({ out, filter: '', print, request, render: lost })).rejects.toThrow(
    'could not be reached',
  );
});

test('no two users have the same file, and every name is short and plain', () => {
  const users = [
    'a',
    'A',
    'a/b',
    'a?b',
    'a b',
    '..x',
    'CON',
    '日本',
    '日'.repeat(128),
    'x'.repeat(128),
  ];
  const names = users.map(fileNameOf);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(users.length);
  for (const name of names) {
    expect(Buffer.byteLength(name)).toBeLessThan(255);
    expect(name).toMatch(/^[\p{L}\p{N}_-]+(\.[0-9a-f]{12})?\.html$/u);
  }
  expect(fileNameOf('acme-treasury')).toBe('acme-treasury.html');
});
