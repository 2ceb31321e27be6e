import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Setting } from '#gateway/config/readers.ts';
import { settings } from '#gateway/config/settings.ts';
import { rowsOf, tableBelow } from '#test/support/markdown.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const documents = globSync(['*.md', '.github/**/*.md', 'src/**/*.md', 'test/**/*.md'], {
  cwd: root,
});

const textOf = (document: string) => readFile(join(root, document), 'utf8');

const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```/gms, '');

/** Paths of `src` and `test` in a text, as glob patterns from the root. */
function pathsIn(text: string): string[] {
  const named = text.match(/(?<![\w/.])(src|test|\.github)\/[\w./{},<>…*-]*/g) ?? [];
  return named.map((path) => path.replaceAll(/…|<\w+>/g, '*').replace(/[.,/]+$/, ''));
}

const matches = (pattern: string) => globSync(pattern, { cwd: root });

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('documents', () => {
  test('every relative link and its anchor exists', async () => {
    const broken: string[] = [];
    let links = 0;
    for (const document of documents) {
      const text = withoutBlocks(await textOf(document));
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        links += 1;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document : relative(root, join(root, dirname(document), path));
        const isThere = matches(file).length > 0;
        if (!isThere || (anchor !== undefined && !anchorsOf(await textOf(file)).includes(anchor)))
          broken.push(`${document}: ${target}`);
      }
    }
    expect(documents.length).toBeGreaterThanOrEqual(8);
    expect(links).toBeGreaterThan(25);
    expect(broken).toEqual([]);
  });

  test('every path exists', async () => {
    const missing: string[] = [];
    let count = 0;
    for (const document of documents) {
      const paths = pathsIn(await textOf(document));
      count += paths.length;
      missing.push(
        ...paths
          .filter((path) => matches(`${path}*`).length === 0)
          .map((it) => `${document}: ${it}`),
      );
    }
    expect(count).toBeGreaterThan(60);
    expect(missing).toEqual([]);
  });

  test('every file and folder named without its full path exists', async () => {
    const all = globSync('{src,test,.github}/**', { cwd: root }).map((path) => `/${path}`);
    const missing: string[] = [];
    let count = 0;
    for (const document of documents) {
      const named = (await textOf(document)).matchAll(
        /`((?:[\w-]+\/)+|(?:[\w-]+\/)*[\w-]+\.tsx?)`/g,
      );
      for (const [, path = ''] of named) {
        count += 1;
        const ending = `/${path.replace(/\/$/, '')}`;
        if (!all.some((it) => it.endsWith(ending))) missing.push(`${document}: ${path}`);
      }
    }
    expect(count).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  test('every npm script exists', async () => {
    const { scripts } = JSON.parse(await textOf('package.json'));
    const missing: string[] = [];
    let count = 0;
    for (const document of documents) {
      const named = (await textOf(document)).matchAll(/npm (?:run (?:-s |--silent )?)([\w:-]+)/g);
      for (const [, script = ''] of named) {
        count += 1;
        if (!Object.hasOwn(scripts, script)) missing.push(`${document}: ${script}`);
      }
    }
    expect(count).toBeGreaterThan(25);
    expect(missing).toEqual([]);
  });
});

describe('settings', () => {
  const settingIn = /`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g;
  const notSettings = ['TEST_POSTGRES_URL'];

  test('documents name only settings that exist', async () => {
    const texts = await Promise.all(documents.map(textOf));
    const named = texts.flatMap((text) =>
      [...text.matchAll(settingIn)].map(([, name]) => name ?? ''),
    );
    expect(new Set(named).size).toBeGreaterThan(25);
    const known = [...Object.keys(settings), ...notSettings];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('a number in parentheses after a setting is its default', async () => {
    const texts = await Promise.all(documents.map(textOf));
    const given = texts.flatMap((text) =>
      [...text.matchAll(/`([A-Z_]+)`\s\(([\d,]+)/g)].map(
        ([, name = '', number = '']) => [name, number.replaceAll(',', '')] as const,
      ),
    );
    expect(given.length).toBeGreaterThan(5);
    const defaults = new Map(
      Object.entries<Setting<unknown>>(settings).map(([name, { defaultText }]) => [
        name,
        /^\d+/.exec(defaultText)?.[0],
      ]),
    );
    expect(given).toEqual(given.map(([name]) => [name, defaults.get(name)]));
  });
});

test('test/README.md names tests that exist', async () => {
  const rows = rowsOf(await textOf('test/README.md'));
  const named = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([\w{},/*]+)`/g)]);
  const paths = named.flatMap(([, path = '']) => bracesExpanded(`test/${path}`));
  expect(paths.length).toBeGreaterThan(60);
  const missing = paths.filter((path) => matches(`${path}{,.proof}.test.{ts,tsx}`).length === 0);
  expect(missing).toEqual([]);
});

describe('README', () => {
  const longestCell = 120;

  test(`is short: 110 lines, no cell over ${longestCell} characters`, async () => {
    const text = await textOf('README.md');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(110);
    const cells = rowsOf(text).flat();
    expect(cells.filter((cell) => cell.length > longestCell)).toEqual([]);
  });

  test('each of at most 14 changes has files that exist and a command that runs tests', async () => {
    const rows = tableBelow('Where do I change …', await textOf('README.md'));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.length).toBeLessThanOrEqual(14);
    for (const [change = '', files = '', command = ''] of rows) {
      expect([change, pathsIn(files).length]).not.toEqual([change, 0]);
      const [, filters = ''] = /^`npx vitest run ((?:test\/[\w/{},]+ ?)+)`$/.exec(command) ?? [];
      expect([change, filters]).not.toEqual([change, '']);
      const withoutTests = filters
        .split(' ')
        .flatMap(bracesExpanded)
        .filter((path) => matches(`${path}{*,/**/*}.test.{ts,tsx}`).length === 0);
      expect([change, withoutTests]).toEqual([change, []]);
    }
  });
});

/** `a{b,c}` as `ab` and `ac`, as a shell expands it. */
function bracesExpanded(path: string): string[] {
  const [, before = '', options, after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(path) ?? [];
  if (options === undefined) return [path];
  return options.split(',').flatMap((option) => bracesExpanded(before + option + after));
}
