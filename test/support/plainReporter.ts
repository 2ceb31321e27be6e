import type { Reporter, TestModule } from 'vitest/node';

/** Ends a run with one plain line that any machine can read: `12 passed, 0 failed, 1 skipped`. */
export class PlainReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that could not be loaded holds no test that could fail.
      if (module.errors().length > 0) counts.failed += 1;
    }
    const { passed, failed, skipped } = counts;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
