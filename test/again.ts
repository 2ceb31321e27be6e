import { spawnSync } from 'node:child_process';
import { readFailures } from './support/plainReporter.ts';

// `npm run test:again`, after a run in which tests failed: their files once more, by themselves and from the beginning.

/** So many are no matter of a busy machine. */
const most = 10;

const failures = readFailures();
if (failures === null || failures.files.length > most) {
  console.log('There is nothing that a second try would mend.');
  process.exit(1);
}
console.log(`Once more: ${failures.files.join(', ')}`);
const { status } = spawnSync('vitest', ['run', ...failures.files], {
  stdio: 'inherit',
  env: { ...process.env, SECOND_TRY: '1' },
});
process.exit(status ?? 1);
