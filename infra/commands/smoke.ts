import { defineCommand, EXIT, flag, type ExitCode, type Terminal } from './command-line.ts';
import { runInterruptibly } from './interruption.ts';
import { SiteClient } from './site-client.ts';
import {
  runSmokeCheck,
  runSmokeChecks,
  SkippedError,
  type SmokeCheck,
  type SmokeContext,
  type SmokeResult,
} from './smoke/check.ts';
import { CREATOR_CHECKS, GENERATION_CHECK } from './smoke/creator-checks.ts';
import { PAYMENT_CHECKS } from './smoke/payment-checks.ts';
import { SITE_CHECKS } from './smoke/site-checks.ts';
import { accessSite, requireSite, SITE_OPTION, type StageAccess } from './stage-access.ts';
import { formatTable } from './table.ts';
import { deleteTemporaryUser } from './temporary-user.ts';

export const smokeCommand = defineCommand({
  usage: 'npm run smoke -- --stage NAME [--no-image] [--json]',
  description: `Checks a running stage from the outside, as its users do: pages, security headers, sign-in, credits, one generation, its
image, the separation of users, the webhook, and the checkout. Creates two users without sending e-mail, grants one of
them the credits for one image, and deletes both at the end, also after a failure or Ctrl-C. The image costs its list
price. A payment is made only on the embedded cloud: Stripe's API cannot pay on its page.

Needs AWS credentials with cloudformation:DescribeStacks, cognito-idp:AdminCreateUser, AdminSetUserPassword and
AdminDeleteUser on the user pool, and lambda:InvokeFunction on GrantCredits.`,
  options: {
    ...SITE_OPTION,
    'no-image': flag('make no image, which would cost money; the checks of an image are skipped'),
    json: flag('print the results as JSON'),
  },
  exitCodes: '0 without a failure (checks may be skipped), 1 with a failure, 2 wrong usage',
  async run({ stage, json, 'no-image': noImage }, terminal) {
    const access = await accessSite(stage);
    return runInterruptibly(terminal, 'Interrupted: deleting the temporary users.', (signal) =>
      smokeTest(access, { json, noImage, signal, terminal }),
    );
  },
});

/** The checks follow the order of a new creator's visit. Later checks need the results of earlier checks. */
export const SMOKE_CHECKS = [...SITE_CHECKS, ...CREATOR_CHECKS, ...PAYMENT_CHECKS];

interface SmokeOptions {
  json: boolean;
  /** Skips the generation. @default false */
  noImage?: boolean;
  /** Ends the checks; the users are deleted nevertheless. */
  signal: AbortSignal;
  terminal: Terminal;
}

/** Runs every check, deletes the users, and prints the results. @throws Error if the stage is not deployed. */
export async function smokeTest(
  access: StageAccess,
  { json, noImage = false, signal, terminal }: SmokeOptions,
): Promise<ExitCode> {
  const { origin, poolId } = requireSite(access);
  const context: SmokeContext = { access, poolId, site: new SiteClient(origin, signal), users: [] };
  const checks = noImage ? SMOKE_CHECKS.map(skipGeneration) : SMOKE_CHECKS;
  const results = await runSmokeChecks(checks, context, signal);
  results.push(await deleteUsers(context));
  report(results, { stage: access.stage, url: origin, json, terminal });
  return results.some(({ status }) => status === 'FAIL') || signal.aborted ? EXIT.failure : EXIT.ok;
}

/** The checks that need the image are skipped with it. */
function skipGeneration(check: SmokeCheck): SmokeCheck {
  if (check !== GENERATION_CHECK) return check;
  return { ...check, run: () => Promise.reject(new SkippedError('--no-image makes no image.')) };
}

/** The last step, which an interruption does not skip. */
function deleteUsers({ access, poolId, site, users }: SmokeContext): Promise<SmokeResult> {
  const pool = { cognito: access.cognito, poolId };
  // Without the signal of the checks.
  const client = new SiteClient(site.origin);
  return runSmokeCheck('deletion', async () => {
    if (users.length === 0) throw new SkippedError('No user was created.');
    const deletions = await Promise.allSettled(users.map((user) => deleteTemporaryUser(pool, client, user)));
    const failed = deletions.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return `${users.length} accounts are deleted with their data.`;
  });
}

interface ReportOptions {
  stage: string;
  url: string;
  json: boolean;
  terminal: Terminal;
}

function report(results: readonly SmokeResult[], { stage, url, json, terminal }: ReportOptions): void {
  const count = (status: SmokeResult['status']) =>
    results.filter((result) => result.status === status).length;
  const [ok, failed, skipped] = [count('ok'), count('FAIL'), count('skip')];
  if (json) {
    terminal.print(JSON.stringify({ stage, url, ok, failed, skipped, results }, null, 2));
    return;
  }
  const rows = results.map(({ status, check, duration, message }) => [status, check, duration, message]);
  terminal.print(formatTable(['', 'check', 'ms', 'result'], rows));
  terminal.print(`\n${url}: ${ok} ok, ${failed} failures, ${skipped} skipped.`);
}
