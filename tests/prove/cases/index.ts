import { mapConcurrently } from '../../support/concurrency.ts';
import { withManualDelivery, type TestEnvironment } from '../../support/cloud/environment.ts';
import {
  toCheckResult,
  toPartReport,
  type CheckResult,
  type PartReport,
  type RunOptions,
} from '../report.ts';
import { createUser, generateThumbnail } from '../users.ts';
import { buyWithoutEvents, runWithClockSkew } from './clock-skew.ts';
import { GENERATION_CASES, runGenerationCase } from './generation-cases.ts';
import { killAfterEachWrite } from './process-kill.ts';

/** Cases wait for the retries of the SDK clients, but too many of them would reach the timeouts of the clients. */
const CONCURRENCY = 6;

const HEADING = {
  title: 'Named cases',
  description: 'Well-known failures: each checks the response to the caller and the stored state.',
};

/** @param runs the problems of each run of a case. */
function toCaseResult(name: string, runs: readonly (readonly string[])[]): CheckResult {
  const violations = runs.map((problems) =>
    problems.length === 0 ? undefined : `${name}: ${problems.join('; ')}`,
  );
  return toCheckResult(name, violations);
}

/** Tries failures that have a name. */
export async function proveCases(environment: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const isFull = options.size === 'full';
  const { progress } = options;
  const results = await withManualDelivery(environment.cloud, async () => {
    // Many cold starts at the same time would use up the timeouts of the clients.
    await generateThumbnail(environment.cloud, await createUser(environment));
    const cases = GENERATION_CASES.filter(({ isFullOnly = false }) => isFull || !isFullOnly);
    progress.expect(cases.length + 1 + (isFull ? 2 : 0));
    const generations = await mapConcurrently(cases, CONCURRENCY, async (each) => {
      const result = toCaseResult(each.name, [await runGenerationCase(environment, each)]);
      progress.done();
      return result;
    });
    const purchases = toCaseResult(
      'every webhook event is dropped: each pack is credited once, by the return or the schedule',
      await buyWithoutEvents(environment),
    );
    progress.done();
    return [...generations, purchases];
  });
  if (isFull) {
    results.push(
      toCaseResult(
        'service clocks 10 minutes ahead and behind: clients correct their clock and sign again',
        await runWithClockSkew(options.assembly),
      ),
    );
    progress.done();
    results.push(
      toCaseResult(
        'SIGKILL of the whole process after each write: the next process recovers',
        await killAfterEachWrite(options.assembly),
      ),
    );
  }
  return toPartReport('cases', HEADING, options, results);
}
