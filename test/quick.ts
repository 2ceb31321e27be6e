import { spawnSync } from 'node:child_process';

// `npm run test:quick`: the unit tests, and of the components and the service those of what was changed since `main`.

/** Whether a commit has a past in common with what is checked out; a shallow clone has no `main`, or none that does. */
const isKnown = (commit: string) => spawnSync('git', ['merge-base', commit, 'HEAD']).status === 0;

const run = (...args: readonly string[]) =>
  spawnSync('vitest', ['run', ...args], { stdio: 'inherit' }).status ?? 1;

process.exitCode = run('--project', 'unit');
const since = ['main', 'origin/main', 'HEAD'].find(isKnown);
if (since === undefined) {
  console.log(
    'This is no checkout of git: what was changed is not known, only the units were tested.',
  );
} else {
  if (since === 'HEAD')
    console.log('There is no main to compare with: tested is what is not committed.');
  const changed = ['--project', 'component', '--project', 'service', '--passWithNoTests'];
  process.exitCode ||= run('--changed', since, ...changed);
}
