import { spawnSync } from 'node:child_process';
import { readFailures, recordSecondTries } from './support/plainReporter.ts';

// `npm run test:again`, for .ci/run alone: runs the files of failed tests a second time, by themselves.

/** A busy machine may delay a process or a page beyond what a test waits. More failures than this have another cause. */
const maxTests = 6;

const failures = readFailures();
if (failures === null) {
  console.log('No second try: no failed test is recorded.');
  process.exit(1);
}
const tests = recordSecondTries(failures.tests);
if (tests.length <= maxTests) {
  const { status } = spawnSync('vitest', ['run', ...failures.files], {
    stdio: 'inherit',
    env: { ...process.env, SECOND_TRY: '1' },
  });
  process.exitCode = status ?? 1;
} else {
  console.log(`No second try: ${tests.length} tests need one, more than ${maxTests}.`);
  process.exitCode = 1;
}
console.log(`\nTests that needed a second try:\n${tests.join('\n')}`);
