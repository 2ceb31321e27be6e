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

/** Returns the failures of the last run; null: none, or an error occurred outside of all files. */
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

/** The process of an unfinished file ended early, for example for lack of memory. */
const isUnfinished = (module: TestModule): boolean =>
  module.state() === 'pending' || module.state() === 'queued';

const isFailed = (module: TestModule): boolean => !module.ok() || isUnfinished(module);

function count(modules: readonly TestModule[], counts: Counts): Counts {
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state] += 1;
    // A file that failed to load has no tests that can fail.
    if (module.errors().length > 0 || isUnfinished(module)) counts.failed += 1;
  }
  return counts;
}

const named = (module: TestModule, name: string) => `${module.relativeModuleId}: ${name}`;

/** Returns the tests that failed; for a file that failed to load or did not end, the file. */
const failedIn = (module: TestModule): readonly string[] => {
  const tests = [...module.children.allTests('failed')].map((test) => named(module, test.fullName));
  return tests.length > 0 ? tests : [named(module, 'could not be run')];
};

/** Vitest reports one error for each process that ended early. */
const isOfProcess = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('[vitest-pool]');

/**
 * Ends a run with one plain line for machines: `12 passed, 0 failed, 1 skipped`. After a second try (`npm run test:again`) the
 * line includes the other files of the first run.
 */
export class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const first = process.env['SECOND_TRY'] === '1' ? readFailures() : null;
    const failed = modules.filter(isFailed);
    const others = count(
      modules.filter((module) => !isFailed(module)),
      { ...(first?.others ?? { passed: 0, failed: 0, skipped: 0, pending: 0 }) },
    );
    const { passed, failed: failures, skipped } = count(failed, { ...others });
    process.stdout.write(`\n${passed} passed, ${failures} failed, ${skipped} skipped\n`);
    rmSync(failuresFile, { force: true });
    // An error outside of all tests belongs to no file, unless it is the end of a process that left one unfinished.
    const isExplained =
      unhandled.every(isOfProcess) && unhandled.length <= failed.filter(isUnfinished).length;
    if (failed.length === 0 || !isExplained) return;
    const files = failed.map((module) => module.relativeModuleId);
    mkdirSync(cache, { recursive: true });
    writeFileSync(failuresFile, JSON.stringify({ files, tests: failed.flatMap(failedIn), others }));
  }
}
