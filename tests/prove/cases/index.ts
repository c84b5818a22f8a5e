import { mapConcurrently } from '../../support/concurrency.ts';
import { withManualDelivery, type TestEnvironment } from '../../support/cloud/environment.ts';
import { countRow, withCommand, type PartReport, type RunOptions } from '../report.ts';
import { createUser, generateThumbnail } from '../users.ts';
import { buyWithoutEvents, runWithClockSkew } from './clock-skew.ts';
import { GENERATION_CASES, runGenerationCase } from './generation-cases.ts';
import { killAfterEachWrite } from './process-kill.ts';

/** Cases wait for the retries of the SDK clients, but too many of them would reach the timeouts of the clients. */
const CONCURRENCY = 6;

/** The problems of each run of a case. */
interface CaseResult {
  name: string;
  runs: string[][];
}

/** Tries failures that have a name. */
export async function proveCases(environment: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const isFull = options.size === 'full';
  const results = await withManualDelivery(environment.cloud, async (): Promise<CaseResult[]> => {
    // Many cold starts at the same time would use up the timeouts of the clients.
    await generateThumbnail(environment.cloud, await createUser(environment));
    const cases = GENERATION_CASES.filter(({ isFullOnly = false }) => isFull || !isFullOnly);
    const generations = await mapConcurrently(cases, CONCURRENCY, async (each) => ({
      name: each.name,
      runs: [await runGenerationCase(environment, each)],
    }));
    const purchases = {
      name: 'every webhook event is dropped: each pack is credited once, by the return or the schedule',
      runs: await buyWithoutEvents(environment),
    };
    return [...generations, purchases];
  });
  if (isFull) {
    results.push(
      {
        name: 'service clocks 10 minutes ahead and behind: clients correct their clock and sign again',
        runs: await runWithClockSkew(options.assembly),
      },
      {
        name: 'SIGKILL of the whole process after each write: the next process recovers',
        runs: await killAfterEachWrite(options.assembly),
      },
    );
  }
  return {
    title: 'Named cases',
    description: 'Well-known failures: each checks the response to the caller and the stored state.',
    rows: results.map(({ name, runs }) => countRow(name, runs)),
    violations: withCommand(
      'cases',
      options,
      results.flatMap(({ name, runs }) =>
        runs.filter(({ length }) => length > 0).map((problems) => `${name}: ${problems.join('; ')}`),
      ),
    ),
  };
}
