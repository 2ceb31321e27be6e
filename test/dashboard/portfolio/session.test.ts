import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations, type OperationName } from '#contract/operations/operations.ts';

const dashboard = join(import.meta.dirname, '../../../src/dashboard');
const sources = globSync('**/*.{ts,tsx}', { cwd: dashboard }).map((file) =>
  readFileSync(join(dashboard, file), 'utf8'),
);

/** Operations that are reached only from what a checked operation opens. */
const behind: Partial<Record<OperationName, OperationName>> = {
  undoImport: 'importUsers',
  getImports: 'importUsers',
  putUser: 'createUser',
  deleteRecovery: 'recoverEndpoint',
  previewDefinition: 'putThematic',
  getKeys: 'createKey',
  revokeKey: 'createKey',
  verifyAudit: 'getAudit',
};

/** Operations that the pages call: those they import, except by type only. */
const called = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/import \{([^}]*)\} from '#contract\/operations\//g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  ),
);

const ofAdmins = Object.entries(operations)
  .filter(([name, { role }]) => role === 'admin' && called.has(name))
  .map(([name]) => name);

test('the pages call operations for admins', () => {
  expect(ofAdmins.length).toBeGreaterThan(15);
});

test.each(ofAdmins)('does not offer %s to users who may not call it', (name) => {
  const opener = new Map<string, string>(Object.entries(behind)).get(name) ?? name;
  const isAsked = new RegExp(
    String.raw`(useMay|[mM]ayCall)\(${opener}\)|operation: ${opener}\b|OperationOfForm<\s*typeof ${opener}\s*>|typeof ${opener}\)\['role'\]`,
  );
  expect(sources.filter((source) => isAsked.test(source)).length).toBeGreaterThan(0);
});
