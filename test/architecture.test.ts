import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from '#test/support/declared.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Modules of `src`, and the modules that each may import. */
const modules = {
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

/** Packages that a module may import. Modules that are not listed may import any. */
const packages: Record<string, string> = { contract: '^node_modules/zod/', analytics: '^$' };

/**
 * Folders of a module. Each may import the folders before it, but not those of its own list. Files next to the folders may import
 * all of them.
 */
const folderOrder: Readonly<
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
    'figures',
    'members',
    [
      'users',
      'book',
      'wallets',
      'thematics',
      'tokens',
      'exposure',
      'report',
      'changes',
      'quality',
      'shock',
      'webhooks',
      'settings',
      'access',
    ],
    'app',
  ],
};

const rules: IForbiddenRuleType[] = [
  {
    name: 'no import cycle',
    severity: 'error',
    from: { path: `^src/(${Object.keys(modules).join('|')})/` },
    to: { circular: true },
  },
  ...Object.entries(folderOrder).flatMap(([module, groups]) =>
    groups.flatMap((group, index) =>
      [group].flat().map((folder) => ({
        name: `${module}/${folder} imports only folders before it`,
        severity: 'error' as const,
        from: { path: `^src/${module}/${folder}/` },
        to: {
          path: `^src/${module}/`,
          pathNot: `^src/${module}/(${[...groups.slice(0, index).flat(), folder].join('|')})/`,
        },
      })),
    ),
  ),
  ...Object.entries(modules).map(([module, allowed]) => ({
    name: `${module} imports only its modules`,
    severity: 'error' as const,
    from: { path: `^src/${module}/` },
    to: { path: '^(src|test)/', pathNot: `^src/(${allowed.join('|')})/` },
  })),
  ...Object.entries(packages).map(([module, allowed]) => ({
    name: `${module} imports only its packages`,
    severity: 'error' as const,
    from: { path: `^src/${module}/` },
    to: { path: 'node_modules/|^(node:)?(fs|path|http|crypto|os|url)$', pathNot: allowed },
  })),
];

interface ImportReport {
  readonly fileCount: number;
  readonly violations: readonly string[];
  /** Folders that import each other. */
  readonly mutualImports: readonly string[];
}

async function checkImports(baseDir: string): Promise<ImportReport> {
  const { output } = await cruise(['src'], {
    baseDir,
    validate: true,
    ruleSet: { forbidden: rules },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text');
  const { totalCruised, violations } = output.summary;
  const imports = output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [dirname(source), dirname(resolved)] as const),
  );
  const ways = new Set(imports.map(([from, to]) => `${from} ↔ ${to}`));
  return {
    fileCount: totalCruised,
    violations: violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    mutualImports: [...ways].filter((way) => {
      const [from = '', to = ''] = way.split(' ↔ ');
      // A page of the dashboard imports its folders, which import its shared files.
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

/** Returns whether a file has top-level statements other than imports, exports and declarations. */
function hasSideEffects(source: string, file: string): boolean {
  const { body } = parse(source, file);
  return body.some(({ type }) => !/Declaration$|^Export|^Import/.test(type));
}

const isScript = (file: string) => /\.tsx?$/.test(file);

/** The first file of a worker has side effects. */
const startsWorker = (file: string) => file.endsWith('Worker.ts');

describe('imports', () => {
  let planted = '';
  beforeAll(async () => {
    planted = await mkdtemp(join(tmpdir(), 'portfolio-imports-'));
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
    const { violations, mutualImports } = await checkImports(planted);
    expect(mutualImports.toSorted()).toEqual([
      'src/contract ↔ src/contract/operations',
      'src/platform/database ↔ src/platform/http',
      'src/service/prices ↔ src/service/prices/deep',
    ]);
    expect(violations.toSorted()).toEqual([
      'analytics imports only its modules: src/analytics/four.ts → src/contract/five.ts',
      'analytics imports only its packages: src/analytics/eight.ts → fs',
      'contract imports only its modules: src/contract/five.ts → src/service/six.ts',
      'dashboard/design imports only folders before it: src/dashboard/design/three.ts → src/dashboard/wallets/two.ts',
      'dashboard/users imports only folders before it: src/dashboard/users/one.ts → src/dashboard/wallets/two.ts',
      'no import cycle: src/service/prices/fourteen.ts → src/service/prices/thirteen.ts',
      'service imports only its modules: src/service/six.ts → test/seven.ts',
      'service/portfolio imports only folders before it: src/service/portfolio/ten.ts → src/service/service.ts',
      'service/prices imports only folders before it: src/service/prices/nine.ts → src/service/portfolio/ten.ts',
    ]);
  });

  test('src follows the import rules', { timeout: 180_000 }, async () => {
    const { fileCount, violations, mutualImports } = await checkImports(root);
    const files = (await filesBelow('src')).filter(isScript);
    // Without its parser, dependency-cruiser sees no files and reports no violation.
    expect(fileCount).toBeGreaterThanOrEqual(files.length);
    expect(violations).toEqual([]);
    expect(mutualImports).toEqual([]);
  });

  test('each folder of an ordered module is in its order', async () => {
    for (const [module, folders] of Object.entries(folderOrder)) {
      const existing = (await filesBelow(`src/${module}`))
        .map((file) => file.split('/').slice(2))
        .flatMap(([folder, ...rest]) =>
          folder === undefined || rest.length === 0 ? [] : [folder],
        );
      expect([...new Set(existing)].toSorted()).toEqual(folders.flat().toSorted());
    }
  });
});

describe('files', () => {
  test('no folder has a vague name', async () => {
    const vague = /\/(utils?|helpers?|common|hooks|types|components|misc|lib)\//;
    const files = [...(await filesBelow('src')), ...(await filesBelow('test'))];
    expect(files.filter((file) => vague.test(file))).toEqual([]);
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

  test('only files that start a program have side effects', async () => {
    const starting = [
      'src/gateway/main.ts',
      'src/dashboard/app/main.tsx',
      // Must run before every file that creates a schema.
      'src/dashboard/app/withoutEval.ts',
    ];
    const withSideEffects: string[] = [];
    for (const file of (await filesBelow('src')).filter(isScript)) {
      if (!startsWorker(file) && hasSideEffects(await readFile(join(root, file), 'utf8'), file))
        withSideEffects.push(file);
    }
    expect(withSideEffects.toSorted()).toEqual(starting.toSorted());
  });

  test.each([
    ['ids of pages are read in one place, without useParams', /\buseParams\s*[(,}]/],
    [
      'no file imports full zod, which costs every visitor 16 kB',
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
