import fc from 'fast-check';
import { z } from 'zod';
import { withManualDelivery, type TestEnvironment } from '../../support/cloud/environment.ts';
import { withCommand, type PartReport, type RunOptions } from '../report.ts';
import { createHistories, type History } from './actions.ts';
import { runHistory, type HistoryResult } from './run-history.ts';

const SIZES = { full: { histories: 1_000, maxRounds: 6 }, sample: { histories: 6, maxRounds: 3 } } as const;
/** The most concurrent histories. Each mostly waits. */
const MAX_WORKERS = 10;
/** Maximum of smaller histories that run to find the smallest history with the same violation. */
const MAX_SHRINKS = 60;

const DESCRIPTION =
  'Random histories of new users: sign up, make photos, generate and edit with every outcome, repeat, wait in line, cancel, delete thumbnails, buy, refund, dispute, get a grant, delete the account and buy with another account of the same mailbox, up to four actions at the same time. The seed determines the order of concurrent calls and which calls fail. In two of three histories every model is throttled during the first half. Stripe’s events and the messages of the waiting line arrive late, repeatedly and out of order; the scheduled functions run.';

const auditReport = z.object({ accounts: z.int(), drifting: z.int(), findings: z.array(z.unknown()) });

/** Runs random histories of users and checks each against a model. */
export async function proveHistories(environment: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const { histories, maxRounds } = SIZES[options.size];
  options.progress.expect(histories);
  return withManualDelivery(environment.cloud, async () => {
    const arbitrary = createHistories(maxRounds);
    const workerCount = Math.min(MAX_WORKERS, histories);
    const workers = await Promise.all(
      Array.from({ length: workerCount }, (_, index) =>
        runWorker(environment, arbitrary, {
          seed: options.seed + index,
          numRuns: histories / workerCount,
          onRun: options.progress.done,
        }),
      ),
    );
    const audit = auditReport.parse(await environment.cloud.invoke('AuditCredits', {}));
    const sum = (check: string, count: (result: HistoryResult) => number) => {
      const total = (results: readonly HistoryResult[]) =>
        results.reduce((all, result) => all + count(result), 0);
      const results = workers.flatMap((worker) => worker.results);
      const passed = results.filter(({ violations }) => violations.length === 0);
      return { check, runs: total(results), passed: total(passed) };
    };
    return {
      title: 'Histories',
      description: DESCRIPTION,
      rows: [
        sum('histories', () => 1),
        sum('actions', ({ actions }) => actions),
        sum('calls with a fault', ({ faults }) => faults),
        sum('Stripe events', ({ events }) => events),
        sum('saved designs', ({ savedDesigns }) => savedDesigns),
        {
          check: 'accounts in the daily audit',
          runs: audit.accounts,
          passed: audit.accounts - audit.drifting,
        },
      ],
      violations: withCommand('histories', options, [
        ...workers.flatMap(({ violation }) => violation ?? []),
        ...audit.findings.map((finding) => `the daily audit reports ${JSON.stringify(finding)}`),
      ]),
    };
  });
}

class HistoryViolation extends Error {
  override name = 'HistoryViolation';
}

interface WorkerResult {
  /** The results, without the runs that search for a smaller history. */
  results: HistoryResult[];
  violation: string | undefined;
}

/** Runs histories until a history has a violation, and then searches for the smallest history with that violation. */
async function runWorker(
  environment: TestEnvironment,
  arbitrary: fc.Arbitrary<History>,
  { onRun, ...parameters }: { seed: number; numRuns: number; onRun: () => void },
): Promise<WorkerResult> {
  const results: HistoryResult[] = [];
  let shrinks = 0;
  let hasViolation = false;
  const property = fc.asyncProperty(arbitrary, async (history) => {
    if (hasViolation) shrinks += 1;
    // Ends the search: the smallest history so far is reported.
    if (shrinks > MAX_SHRINKS) return;
    const result = await runHistory(environment, history);
    if (!hasViolation) {
      results.push(result);
      onRun();
    }
    if (result.violations.length === 0) return;
    hasViolation = true;
    throw new HistoryViolation(result.violations.join('; '));
  });
  const details = await fc.check(property, parameters);
  return { results, violation: details.failed ? describeFailure(details) : undefined };
}

function describeFailure({ errorInstance, counterexample }: fc.RunDetails<[History]>): string {
  // An unexpected error needs its stack.
  const isUnexpected = errorInstance instanceof Error && !(errorInstance instanceof HistoryViolation);
  const reason = isUnexpected ? (errorInstance.stack ?? '') : String(errorInstance);
  return `${reason}\n  smallest history found: ${JSON.stringify(counterexample?.[0])}`;
}
