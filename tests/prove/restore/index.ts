import fc from 'fast-check';
import { withManualDelivery, type TestEnvironment } from '../../support/cloud/environment.ts';
import { action } from '../histories/actions.ts';
import { withCommand, type PartReport, type RunOptions } from '../report.ts';
import { ACCESS_ACTIONS, runRestoration, type RestorationResult } from './run-restoration.ts';

const SIZES = {
  full: { stages: 25, users: 8, actions: 12 },
  sample: { stages: 1, users: 3, actions: 5 },
} as const;
/** The largest number of smaller stages that run to find the smallest stage with a violation. */
const MAX_SHRINKS = 10;

const DESCRIPTION =
  'Random users of a stage, two of each mailbox, live before and after a time: they generate, edit, delete, buy, refund, dispute, get grants, are suspended, reset their passwords and delete their accounts. Stripe’s events are late. Then rows are lost, wrong or added, and the operator’s command restores the stage as of that time. Nothing that was there is missing, nobody who was deleted is back, every payment is booked, and the audit finds nothing.';

const createStages = ({ users, actions }: { users: number; actions: number }) => {
  const life = (weight: number) =>
    fc.array(
      fc.oneof({ arbitrary: action, weight: 10 }, { arbitrary: fc.constantFrom(...ACCESS_ACTIONS), weight }),
      {
        maxLength: actions,
        size: 'max',
      },
    );
  return fc.record({
    lives: fc.array(
      fc.record({ isWelcomed: fc.constantFrom(true, true, true, false), before: life(1), after: life(2) }),
      {
        minLength: 1,
        maxLength: users,
        size: 'max',
      },
    ),
    damage: fc.nat(),
  });
};

class RestorationViolation extends Error {
  override name = 'RestorationViolation';
}

/** Restores random stages after random damage, and checks each against its history. */
export async function proveRestore(environment: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const size = SIZES[options.size];
  options.progress.expect(size.stages);
  const results: RestorationResult[] = [];
  let shrinks = 0;
  let violation: string | undefined;
  const property = fc.asyncProperty(createStages(size), async (stage) => {
    if (violation !== undefined) shrinks += 1;
    // Ends the search: the smallest stage so far is reported.
    if (shrinks > MAX_SHRINKS) return;
    const result = await runRestoration(environment, stage);
    if (violation === undefined) {
      results.push(result);
      options.progress.done();
    }
    if (result.violations.length === 0) return;
    violation = result.violations.join('; ');
    throw new RestorationViolation(violation);
  });
  const details = await withManualDelivery(environment.cloud, () =>
    fc.check(property, { seed: options.seed, numRuns: size.stages }),
  );
  const passed = results.filter(({ violations }) => violations.length === 0);
  const sum = (check: string, count: (result: RestorationResult) => number) => {
    const total = (all: readonly RestorationResult[]) =>
      all.reduce((number, each) => number + count(each), 0);
    return { check, runs: total(results), passed: total(passed) };
  };
  const { errorInstance, counterexample } = details;
  const reason =
    errorInstance instanceof Error && !(errorInstance instanceof RestorationViolation)
      ? errorInstance.stack
      : String(errorInstance);
  return {
    title: 'Restorations',
    description: DESCRIPTION,
    rows: [
      sum('restorations', () => 1),
      sum('actions', ({ actions }) => actions),
      sum('lost rows', ({ lost }) => lost),
    ],
    violations: withCommand(
      'restore',
      options,
      details.failed ? [`${reason}\n  smallest stage found: ${JSON.stringify(counterexample?.[0])}`] : [],
    ),
  };
}
