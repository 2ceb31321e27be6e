import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** How many tests ended how. */
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  pending: number;
}

/** What a run in which tests failed leaves: those tests and their files, and how the tests of the other files ended. */
interface Failures {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly others: Counts;
}

const cache = new URL('../../node_modules/.cache/portfolio-tests/', import.meta.url);
const left = new URL('failures.json', cache);

/** What the last run has left; null: nothing that a second try could mend. */
export function readFailures(): Failures | null {
  try {
    return JSON.parse(readFileSync(left, 'utf8'));
  } catch {
    return null;
  }
}

function count(modules: readonly TestModule[], counts: Counts): Counts {
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state] += 1;
    // A file that could not be loaded holds no test that could fail.
    if (module.errors().length > 0) counts.failed += 1;
  }
  return counts;
}

const named = (module: TestModule, name: string) => `${module.relativeModuleId}: ${name}`;

/** The tests that failed; of a file that could not be loaded the file. */
const failedIn = (module: TestModule): readonly string[] => {
  const tests = [...module.children.allTests('failed')].map((test) => named(module, test.fullName));
  return tests.length > 0 ? tests : [named(module, 'could not be run')];
};

/**
 * Ends a run with one plain line that any machine can read: `12 passed, 0 failed, 1 skipped`. After a second try (`npm run
 * test:again`) it counts the files that were not tried again as well; before it stand the tests that had failed: they are
 * faults of a test or of the product.
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
    for (const name of first?.tests ?? [])
      process.stdout.write(`\nfailed at the first try: ${name}`);
    process.stdout.write(`\n${passed} passed, ${failures} failed, ${skipped} skipped\n`);
    rmSync(left, { force: true });
    // An error outside of all tests is of no file.
    if (failed.length === 0 || unhandled.length > 0) return;
    const files = failed.map((module) => module.relativeModuleId);
    mkdirSync(cache, { recursive: true });
    writeFileSync(left, JSON.stringify({ files, tests: failed.flatMap(failedIn), others }));
  }
}
