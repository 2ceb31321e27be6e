import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly engines?: unknown;
  readonly hasInstallScript?: boolean;
}

const { scripts, allowScripts } = JSON.parse(await readFile('package.json', 'utf8'));
const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  await readFile('package-lock.json', 'utf8'),
);
const installed = Object.entries(packages).filter(([path]) => path !== '');

test('every install script is allowed or denied', () => {
  const names = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(new Set(Object.keys(allowScripts))).toEqual(new Set(names));
});

test('no package in package-lock.json has engines', () => {
  // Packages run on the dependency `node`. With engines, npm would warn about the Node that only installs them.
  const remedy = `node -e "const f = 'package-lock.json', l = require('./' + f); for (const p in l.packages) if (p) delete l.packages[p].engines; fs.writeFileSync(f, JSON.stringify(l, null, 2) + '\\n')"`;
  const withEngines = installed.filter(([, { engines }]) => engines !== undefined);
  expect(
    withEngines.map(([path]) => path),
    `remove them: ${remedy}`,
  ).toEqual([]);
});

test('npm runs no script of ours while it installs', () => {
  const ofInstalling = /^(pre|post)?(install|dependencies|prepare|publish|pack|uninstall)(Only)?$/;
  expect(Object.keys(scripts).filter((name) => ofInstalling.test(name))).toEqual([]);
});
