import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';

// `npm run test:quick`: unit tests, and the tests of files changed since `main` (`test` mirrors `src`), without journeys and proofs.

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const isProof = (file: string) => file.includes('.proof.test.');

/** Returns the tests of a file: itself, its own test, or those of the nearest folder that mirrors its own. */
function testsOf(file: string): readonly string[] {
  if (/^test\/(?!journeys).*\.test\.tsx?$/.test(file)) return existsSync(file) ? [file] : [];
  const [root, module] = file.split('/');
  if (root !== 'src' || module === undefined) return [];
  const own = `${file.replace(/^src/, 'test').replace(/\.tsx?$/, '')}.test.ts`;
  if (existsSync(own)) return [own];
  if (existsSync(`${own}x`)) return [`${own}x`];
  let folder = dirname(own);
  while (!existsSync(folder)) folder = dirname(folder);
  if (folder === 'test') return [];
  // For files directly in a module, only the tests directly in its folder.
  const within = folder === `test/${module}` ? folder : `${folder}/**`;
  return globSync(`${within}/*.test.{ts,tsx}`);
}

/** Returns the files that changed since this branch left main; null: there is no history. */
function changedFiles(): readonly string[] | null {
  // A shallow clone has no main, or none with a common ancestor.
  const since = git('merge-base', 'main', 'HEAD') ?? git('merge-base', 'origin/main', 'HEAD');
  if (since === null)
    console.log(
      'There is no main branch to compare with: only uncommitted files count as changed.',
    );
  const changed = git('diff', '--name-only', '--no-renames', since ?? 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return null;
  return `${changed}\n${added}`.split('\n').filter((file) => file !== '');
}

const unit = globSync([
  'test/*.test.ts',
  'test/{contract,analytics,directory,figures,answers}/**/*.test.ts',
]).filter((file) => !isProof(file));
const others = [...new Set(changedFiles()?.flatMap(testsOf))].filter(
  (file) => !unit.includes(file) && !isProof(file),
);
console.log(`Tests besides unit tests: ${others.length === 0 ? 'none' : others.join(', ')}`);
const { status } = spawnSync('vitest', ['run', ...unit, ...others], { stdio: 'inherit' });
process.exitCode = status ?? 1;
