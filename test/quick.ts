import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { heavy } from './support/heaviestFirst.ts';

// `npm run test:quick`: the unit tests, and those beside what was changed since `main`: `test` mirrors `src`. What else a change
// reaches, the journeys and what takes half a minute is left to `npm test`.

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Runs Vitest. @returns its exit code */
function run(...args: readonly string[]): number {
  return spawnSync('vitest', ['run', ...args], { stdio: 'inherit' }).status ?? 1;
}

/** Where the tests of a file are: it is one, or they are in the folder that mirrors its own, or in the nearest around that. */
function testsOf(file: string): readonly string[] {
  if (/^test\/(?!journeys).*\.test\.tsx?$/.test(file)) return existsSync(file) ? [file] : [];
  const [root, room] = file.split('/');
  if (root !== 'src' || room === undefined) return [];
  const own = `${file.replace(/^src/, 'test').replace(/\.tsx?$/, '')}.test.ts`;
  if (existsSync(own)) return [own];
  if (existsSync(`${own}x`)) return [`${own}x`];
  let folder = dirname(own);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder === 'test' ? [] : [`${folder}/`];
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

const tests = [...new Set(changedFiles()?.flatMap(testsOf))];
console.log(`Beside the unit tests: ${tests.length === 0 ? 'none' : tests.join(', ')}`);
process.exitCode = run('--project', 'unit');
if (tests.length > 0) {
  const left = heavy.flatMap((name) => ['--exclude', `**/${name}.test.*`]);
  const projects = ['--project', 'component', '--project', 'service', '--passWithNoTests'];
  process.exitCode = run(...tests, ...projects, ...left) || process.exitCode;
}
