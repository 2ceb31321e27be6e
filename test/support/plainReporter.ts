import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with one plain line that any machine can read: `12 passed, 0 failed, 1 skipped`. Before it stand the tests
 * that failed first and passed when they were tried again (`--retry`): they are faults of a test or of the product.
 */
export class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    const unsteady: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.diagnostic()?.flaky) unsteady.push(`${module.relativeModuleId}: ${test.fullName}`);
      }
      // A file that could not be loaded holds no test that could fail.
      if (module.errors().length > 0) counts.failed += 1;
    }
    for (const name of unsteady) process.stdout.write(`\npassed at the second try: ${name}`);
    const { passed, failed, skipped } = counts;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
