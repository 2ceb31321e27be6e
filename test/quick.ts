import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';

// `npm run test:quick`: unit tests, and the tests of the files changed since `main` (`test` mirrors `src`), without journeys and proofs.

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const isProof = (file: string) => file.includes('.proof.test.');

/** The tests of a file: it is one, or has one of its own, or they are in the folder that mirrors its own, or the nearest around that. */
function testsOf(file: string): readonly string[] {
  if (/^test\/(?!journeys).*\.test\.tsx?$/.test(file)) return existsSync(file) ? [file] : [];
  const [root, room] = file.split('/');
  if (root !== 'src' || room === undefined) return [];
  const own = `${file.replace(/^src/, 'test').replace(/\.tsx?$/, '')}.test.ts`;
  if (existsSync(own)) return [own];
  if (existsSync(`${own}x`)) return [`${own}x`];
  let folder = dirname(own);
  while (!existsSync(folder)) folder = dirname(folder);
  if (folder === 'test') return [];
  // Of a whole room those beside its own files.
  const within = folder === `test/${room}` ? folder : `${folder}/**`;
  return globSync(`${within}/*.test.{ts,tsx}`);
}

/** Everything that is not as it was where this branch left main; null: nothing is known of the past. */
function changedFiles(): readonly string[] | null {
  // A shallow clone has no main, or none that shares its past.
  const since = git('merge-base', 'main', 'HEAD') ?? git('merge-base', 'origin/main', 'HEAD');
  if (since === null) console.log('There is no main to compare with, but what is not committed.');
  const changed = git('diff', '--name-only', '--no-renames', since ?? 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard');
  if (changed === null || added === null) return null;
  return `${changed}\n${added}`.split('\n').filter((file) => file !== '');
}

const unit = globSync([
  'test/*.test.ts',
  'test/{contract,analytics,directory,figures,answers}/**/*.test.ts',
]).filter((file) => !isProof(file));
const beside = [...new Set(changedFiles()?.flatMap(testsOf))].filter(
  (file) => !unit.includes(file) && !isProof(file),
);
console.log(`Beside the unit tests: ${beside.length === 0 ? 'none' : beside.join(', ')}`);
const { status } = spawnSync('vitest', ['run', ...unit, ...beside], { stdio: 'inherit' });
process.exitCode = status ?? 1;
