import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { declaredIn, type Declared } from '#test/support/declared.ts';
import { firstWords, unwantedIn } from './countWords.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const modules = [
  'contract',
  'analytics',
  'platform',
  'directory',
  'figures',
  'service',
  'upstream',
  'gateway',
  'dashboard',
];

/** Names that say nothing to somebody who comes from other projects; the glossary says what to write for them. */
const banned =
  /^(told|Told|untold|tell|asked|Asked|patience|lanes|heldBack|holdBack|few|most|together|apart|atOnce)$|^(told|asked)[A-Z]|(Told|Asked|AskedFor|AtOnce|HeldBack)$/;

/**
 * An operation of the contract has the name of the function that carries it out, or of the answer it gives. Every page exports
 * its first queries under one name, which the router reads.
 */
const sameThing = new Set([
  'firstQueries',
  'createUser',
  'updateUser',
  'deleteWebhook',
  'positionsHistory',
  'priceHistory',
  'attempt',
]);

interface File extends Declared {
  readonly path: string;
}

async function filesOf(module: string): Promise<File[]> {
  const entries = await readdir(join(root, 'src', module), {
    recursive: true,
    withFileTypes: true,
  });
  const scripts = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return Promise.all(
    scripts.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: file.slice(root.length), ...declaredIn(await readFile(file, 'utf8'), file) };
    }),
  );
}

const files = (await Promise.all(modules.map(filesOf))).flat();

/** Files of the server, and files of the pages. A name may mean one thing in each. */
const programs = [/^src\/(?!dashboard\/)/, /^src\/(contract|analytics|dashboard)\//];

/** Returns the names that occur more than once, with their paths. */
function duplicates(named: readonly (readonly [name: string, path: string])[]): string[] {
  return [...Map.groupBy(named, ([name]) => name)]
    .filter(([, all]) => all.length > 1)
    .map(([name, all]) => `${name}: ${all.map(([, path]) => path).join(', ')}`);
}

test.each(programs)('an exported name has one meaning: %s', (program) => {
  const exported = files
    .filter(({ path }) => program.test(path))
    .flatMap(({ path, exported: names }) =>
      names.filter((name) => !sameThing.has(name)).map((name) => [name, path] as const),
    );
  expect(duplicates(exported)).toEqual([]);
});

test('no two files of a module have the same name', () => {
  const named = files
    // Operations on a resource are in a file with the name of its schema file.
    .filter(({ path }) => !path.startsWith('src/contract/operations/'))
    .map(({ path }) => [`${path.split('/')[1]}: ${basename(path)}`, path] as const);
  expect(duplicates(named)).toEqual([]);
});

test('no name contains a word that the glossary replaces', () => {
  const found = files.flatMap(({ path, names }) =>
    [...names].filter((name) => banned.test(name)).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('every form of declaration is found, and uses of a name are not', () => {
  const { names, exported } = declaredIn(
    `import { told } from './a.ts';
     export const one = (two: string, { three, four: five = 1, ...six }: Seven) => ({ eight: told(two), nine });
     export function ten([eleven]: string[]) { class Twelve { thirteen = 14; fifteen(sixteen: number) {} } }
     export interface Seventeen { eighteen: string; nineteen(): void }
     export { told };
     export type { Twenty } from './b.ts';`,
    'some.ts',
  );
  expect([...names].toSorted()).toEqual(
    [
      'one',
      'two',
      'three',
      'five',
      'six',
      'eight',
      'ten',
      'eleven',
      'Twelve',
      'thirteen',
      'fifteen',
      'sixteen',
      'Seventeen',
      'eighteen',
      'nineteen',
    ].toSorted(),
  );
  expect(exported).toEqual(['one', 'ten', 'Seventeen']);
});

test('the first word of every comment is seen, and each unwanted word of a line', () => {
  const source = `
    /** What it is. */
    /**
     * Returns it.
     * So it goes.
     */
    // Where it is;
    // That belongs to the same comment.
    const one = 'https://example.com/'; // So small
    {/* Whether it is shown. */}`;
  expect(firstWords(source).toSorted()).toEqual(
    ['What', 'Returns', 'Where', 'So', 'Whether'].toSorted(),
  );
  expect(unwantedIn('Nobody is told.\nFine.\nIt is taken out.')).toEqual([
    ['nobody', 'told'],
    ['take out, take away'],
  ]);
});
