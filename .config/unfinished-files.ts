import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names the test files that did not end although the run has ended, e.g. because the system killed their worker. Vitest reports the end of
 * the worker without a file.
 */
export default class UnfinishedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: string): void {
    if (reason === 'interrupted') return;
    const unfinished = modules.filter((module) => /^(queued|pending)$/.test(module.state()));
    for (const { relativeModuleId } of unfinished) process.stderr.write(`did not end: ${relativeModuleId}\n`);
  }
}
