import type { Reporter as PlaywrightReporter, Suite } from '@playwright/test/reporter';
import type { Reporter as VitestReporter, TestModule } from 'vitest/node';

/**
 * Names each test that failed and passed at its second try, because a retry must not hide the failure. Playwright and
 * Vitest call different methods. `.ci/run` repeats the names at its end.
 */
export default class FlakyReporter implements PlaywrightReporter, VitestReporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? [];
    for (const test of tests.filter((each) => each.outcome() === 'flaky')) report(test.title);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    for (const test of tests.filter((each) => each.diagnostic()?.flaky)) {
      report(test.name);
      // Vitest does not print the errors of the first try. Playwright does.
      for (const { message, stack = message } of test.result().errors ?? [])
        process.stdout.write(`${stack}\n`);
    }
  }
}

/** @param title with the tags of the test, which are no part of its name */
function report(title: string): void {
  process.stdout.write(`flaky: ${title.replaceAll(/ @\S+/g, '')}\n`);
}
