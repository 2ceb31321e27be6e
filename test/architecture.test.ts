import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from '#test/support/declared.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Which folders a room of `src` may import, itself included. */
const rooms = {
  contract: ['contract'],
  analytics: ['analytics'],
  platform: ['platform', 'contract'],
  directory: ['directory', 'contract', 'analytics', 'platform'],
  figures: ['figures', 'contract', 'analytics', 'platform', 'directory'],
  service: ['service', 'contract', 'analytics', 'platform', 'directory', 'figures'],
  upstream: ['upstream', 'contract', 'analytics', 'platform', 'directory', 'figures'],
  gateway: [
    'gateway',
    'contract',
    'analytics',
    'platform',
    'directory',
    'figures',
    'service',
    'upstream',
  ],
  dashboard: ['dashboard', 'contract', 'analytics'],
} as const;

/** Packages that a room may import; every package where it is not named. */
const packages: Record<string, string> = { contract: '^node_modules/zod/', analytics: '^$' };

/**
 * Folders of a room, the lowest first: each imports itself and those before it; those of one list do not import each other.
 * Files beside them compose all.
 */
const floors: Readonly<
  Record<'service' | 'upstream' | 'dashboard', readonly (string | readonly string[])[]>
> = {
  service: ['events', 'prices', 'portfolio', 'webhooks', 'directory', 'samples', 'imports'],
  upstream: ['reading', 'source', 'sync', 'live', 'operations', 'check'],
  dashboard: [
    'api',
    ['preferences', 'url'],
    'design',
    'chart',
    'portfolio',
    ['holdings', 'history'],
    ['users', 'wallets', 'thematics', 'tokens', 'exposure', 'webhooks', 'settings', 'access'],
    'app',
  ],
};

const rules: IForbiddenRuleType[] = [
  {
    name: 'no circle of files',
    severity: 'error',
    from: { path: `^src/(${Object.keys(rooms).join('|')})/` },
    to: { circular: true },
  },
  ...Object.entries(floors).flatMap(([room, levels]) =>
    levels.flatMap((level, at) =>
      [level].flat().map((folder) => ({
        name: `${room}/${folder} imports only what is below`,
        severity: 'error' as const,
        from: { path: `^src/${room}/${folder}/` },
        to: {
          path: `^src/${room}/`,
          pathNot: `^src/${room}/(${[...levels.slice(0, at).flat(), folder].join('|')})/`,
        },
      })),
    ),
  ),
  ...Object.entries(rooms).map(([room, allowed]) => ({
    name: `${room} keeps its walls`,
    severity: 'error' as const,
    from: { path: `^src/${room}/` },
    to: { path: '^(src|test)/', pathNot: `^src/(${allowed.join('|')})/` },
  })),
  ...Object.entries(packages).map(([room, allowed]) => ({
    name: `${room} keeps to its packages`,
    severity: 'error' as const,
    from: { path: `^src/${room}/` },
    to: { path: 'node_modules/|^(node:)?(fs|path|http|crypto|os|url)$', pathNot: allowed },
  })),
];

interface Seen {
  readonly modules: number;
  readonly violations: readonly string[];
  /** Folders that import each other. */
  readonly bothWays: readonly string[];
}

async function look(baseDir: string): Promise<Seen> {
  const { output } = await cruise(['src'], {
    baseDir,
    validate: true,
    ruleSet: { forbidden: rules },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text');
  const { totalCruised, violations } = output.summary;
  const imports = output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [dirname(source), dirname(resolved)] as const),
  );
  const ways = new Set(imports.map(([from, to]) => `${from} ↔ ${to}`));
  return {
    modules: totalCruised,
    violations: violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    bothWays: [...ways].filter((way) => {
      const [from = '', to = ''] = way.split(' ↔ ');
      // A page of the dashboard composes its folders, and lends them what they share.
      const isPage = from.startsWith('src/dashboard/') && to.startsWith(`${from}/`);
      return from.startsWith('src/') && !isPage && from < to && ways.has(`${to} ↔ ${from}`);
    }),
  };
}

/** All files below a folder, as paths from the root. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

/** Whether a module has anything at its top but imports, exports and declarations. */
function acts(source: string, file: string): boolean {
  const { body } = parse(source, file);
  return body.some(({ type }) => !/Declaration$|^Export|^Import/.test(type));
}

const isScript = (file: string) => /\.tsx?$/.test(file);

/** The module a thread begins with starts it, and is named so. */
const startsThread = (file: string) => file.endsWith('Worker.ts');

describe('walls between rooms', () => {
  let planted = '';
  beforeAll(async () => {
    planted = await mkdtemp(join(tmpdir(), 'portfolio-walls-'));
    await cp(join(root, 'package.json'), join(planted, 'package.json'));
  });
  afterAll(() => rm(planted, { recursive: true, force: true }));

  async function plant(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(planted, file)), { recursive: true });
    await writeFile(join(planted, file), text);
  }

  test('every planted violation is reported, in each form of import', async () => {
    await plant(
      'src/dashboard/users/one.ts',
      "import { two } from '../wallets/two.ts';\nvoid two;\n",
    );
    await plant('src/dashboard/wallets/two.ts', 'export const two = 2;\n');
    await plant('src/dashboard/design/three.ts', "export { two } from '../wallets/two.ts';\n");
    await plant('src/analytics/four.ts', "void import('../contract/five.ts');\n");
    await plant('src/contract/five.ts', "import '#service/six.ts';\n");
    await plant(
      'src/analytics/eight.ts',
      "import { readFileSync } from 'node:fs';\nvoid readFileSync;\n",
    );
    await plant('src/service/six.ts', "import type { Seven } from '../../test/seven.ts';\n");
    await plant('test/seven.ts', 'export type Seven = 7;\n');
    await plant('src/service/prices/nine.ts', "import '../portfolio/ten.ts';\n");
    await plant('src/service/portfolio/ten.ts', "void import('../service.ts');\n");
    await plant('src/service/service.ts', 'export const service = 1;\n');
    await plant('src/service/prices/eleven.ts', "import './deep/twelve.ts';\n");
    await plant('src/service/prices/deep/twelve.ts', "import '../thirteen.ts';\n");
    await plant('src/service/prices/thirteen.ts', "import type { One } from './fourteen.ts';\n");
    await plant('src/service/prices/fourteen.ts', "export * from './thirteen.ts';\n");
    await plant('src/platform/http/fifteen.ts', "import '../database/sixteen.ts';\n");
    await plant('src/platform/database/sixteen.ts', 'export const sixteen = 16;\n');
    await plant('src/platform/database/seventeen.ts', "import '../http/eighteen.ts';\n");
    await plant('src/platform/http/eighteen.ts', 'export const eighteen = 18;\n');
    await plant('src/contract/nineteen.ts', "import './operations/twenty.ts';\n");
    await plant('src/contract/operations/twenty.ts', "import '../five.ts';\n");
    const { violations, bothWays } = await look(planted);
    expect(bothWays.toSorted()).toEqual([
      'src/contract ↔ src/contract/operations',
      'src/platform/database ↔ src/platform/http',
      'src/service/prices ↔ src/service/prices/deep',
    ]);
    expect(violations.toSorted()).toEqual([
      'analytics keeps its walls: src/analytics/four.ts → src/contract/five.ts',
      'analytics keeps to its packages: src/analytics/eight.ts → fs',
      'contract keeps its walls: src/contract/five.ts → src/service/six.ts',
      'dashboard/design imports only what is below: src/dashboard/design/three.ts → src/dashboard/wallets/two.ts',
      'dashboard/users imports only what is below: src/dashboard/users/one.ts → src/dashboard/wallets/two.ts',
      'no circle of files: src/service/prices/fourteen.ts → src/service/prices/thirteen.ts',
      'service keeps its walls: src/service/six.ts → test/seven.ts',
      'service/portfolio imports only what is below: src/service/portfolio/ten.ts → src/service/service.ts',
      'service/prices imports only what is below: src/service/prices/nine.ts → src/service/portfolio/ten.ts',
    ]);
  });

  test('the rooms keep them', { timeout: 180_000 }, async () => {
    const { modules, violations, bothWays } = await look(root);
    const files = (await filesBelow('src')).filter(isScript);
    // Without its parser dependency-cruiser sees nothing, and nothing is in order.
    expect(modules).toBeGreaterThanOrEqual(files.length);
    expect(violations).toEqual([]);
    expect(bothWays).toEqual([]);
  });

  test('each folder of a room with floors stands on one', async () => {
    for (const [room, folders] of Object.entries(floors)) {
      const found = (await filesBelow(`src/${room}`))
        .map((file) => file.split('/').slice(2))
        .flatMap(([folder, ...rest]) =>
          folder === undefined || rest.length === 0 ? [] : [folder],
        );
      expect([...new Set(found)].toSorted()).toEqual(folders.flat().toSorted());
    }
  });
});

describe('how the code is kept', () => {
  test('no folder has a name that says nothing', async () => {
    const empty = /\/(utils?|helpers?|common|hooks|types|components|misc|lib)\//;
    const files = [...(await filesBelow('src')), ...(await filesBelow('test'))];
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  test('no file is over 300 lines', async () => {
    const files = [...(await filesBelow('src')), ...(await filesBelow('test'))].filter(isScript);
    const long: string[] = [];
    for (const file of files) {
      const lines = (await readFile(join(root, file), 'utf8')).split('\n').length - 1;
      if (lines > 300) long.push(`${file}: ${lines}`);
    }
    expect(long).toEqual([]);
  });

  test('a module that is imported does nothing: only those that start something act', async () => {
    const starting = [
      'src/gateway/main.ts',
      'src/dashboard/app/main.tsx',
      // Has to come before every module that makes a schema.
      'src/dashboard/app/withoutEval.ts',
    ];
    const acting: string[] = [];
    for (const file of (await filesBelow('src')).filter(isScript)) {
      if (!startsThread(file) && acts(await readFile(join(root, file), 'utf8'), file))
        acting.push(file);
    }
    expect(acting.toSorted()).toEqual(starting.toSorted());
  });

  test.each([
    ['ids of pages are read in one place, never with useParams', /\buseParams\s*[(,}]/],
    [
      'the full zod, which costs every visitor 16 kB, is imported nowhere',
      /['"]zod(\/(?!mini['"])[^'"]*)?['"]/,
    ],
  ])('%s', async (_name, forbidden) => {
    const found: string[] = [];
    for (const file of (await filesBelow('src')).filter(isScript)) {
      if (forbidden.test(await readFile(join(root, file), 'utf8'))) found.push(file);
    }
    expect(found).toEqual([]);
  });
});
