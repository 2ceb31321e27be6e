import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  pending: number;
}

interface Failures {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly others: Counts;
}

const cache = new URL('../../node_modules/.cache/portfolio-tests/', import.meta.url);
const failuresFile = new URL('failures.json', cache);
const secondTriesFile = new URL('secondTries.txt', cache);

/** Returns the failures of the last run; null: no test failed, or an error occurred outside of all tests. */
export function readFailures(): Failures | null {
  try {
    return JSON.parse(readFileSync(failuresFile, 'utf8'));
  } catch {
    return null;
  }
}

/** Adds to the tests that needed a second try since `npm ci`, and returns all of them. */
export function recordSecondTries(tests: readonly string[]): readonly string[] {
  appendFileSync(secondTriesFile, `${tests.join('\n')}\n`);
  return readFileSync(secondTriesFile, 'utf8').trim().split('\n');
}

function count(modules: readonly TestModule[], counts: Counts): Counts {
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state] += 1;
    // A file that failed to load has no tests that can fail.
    if (module.errors().length > 0) counts.failed += 1;
  }
  return counts;
}

const named = (module: TestModule, name: string) => `${module.relativeModuleId}: ${name}`;

/** Returns the tests that failed; for a file that failed to load, the file. */
const failedIn = (module: TestModule): readonly string[] => {
  const tests = [...module.children.allTests('failed')].map((test) => named(module, test.fullName));
  return tests.length > 0 ? tests : [named(module, 'could not be run')];
};

/**
 * Ends a run with one plain line for machines: `12 passed, 0 failed, 1 skipped`. After a second try (`npm run test:again`) the
 * line includes the other files of the first run.
 */
export class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const first = process.env['SECOND_TRY'] === '1' ? readFailures() : null;
    const failed = modules.filter((module) => !module.ok());
    const others = count(
      modules.filter((module) => module.ok()),
      { ...(first?.others ?? { passed: 0, failed: 0, skipped: 0, pending: 0 }) },
    );
    const { passed, failed: failures, skipped } = count(failed, { ...others });
    process.stdout.write(`\n${passed} passed, ${failures} failed, ${skipped} skipped\n`);
    rmSync(failuresFile, { force: true });
    // An error outside of all tests belongs to no file.
    if (failed.length === 0 || unhandled.length > 0) return;
    const files = failed.map((module) => module.relativeModuleId);
    mkdirSync(cache, { recursive: true });
    writeFileSync(failuresFile, JSON.stringify({ files, tests: failed.flatMap(failedIn), others }));
  }
}
