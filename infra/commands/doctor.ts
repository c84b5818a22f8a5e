import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { findStack, getOutputs } from './aws.ts';
import {
  EXIT,
  formatTable,
  requireStage,
  STAGE_HELP,
  STAGE_OPTION,
  type Command,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { alarms, bootstrap, checkCredentials, concurrency, regions } from './doctor/aws-account.ts';
import {
  runChecks,
  withPermission,
  type Check,
  type CheckContext,
  type CheckResult,
  type Status,
} from './doctor/check.ts';
import { mail } from './doctor/mail.ts';
import { marketplace, modelAccess } from './doctor/model-access.ts';
import { modelLifecycle, modelQuotas } from './doctor/models.ts';
import { certificate, site } from './doctor/site-and-certificate.ts';
import { openStripeAccount, stripeKey, stripePrices, stripeWebhook } from './doctor/stripe.ts';

const HELP = `npm run doctor -- --stage NAME

Checks everything that a stage needs, and says how to correct what is wrong: credentials, regions, CDK bootstrap, Lambda
concurrency, the models' lifecycle, access and quotas, Marketplace, Stripe's key, prices and webhook, mail, the
certificate, the site, alarms. Changes nothing. Needs AWS credentials; names the permission that a check lacks.

  ${STAGE_HELP}
  --help         this text

Exit code: 0 without failures (warnings are allowed), 1 with a failure, 2 wrong usage.`;

export const doctorCommand: Command<typeof STAGE_OPTION> = {
  help: HELP,
  options: STAGE_OPTION,
  run: (values, terminal) => diagnoseStage(requireStage(values.stage), terminal),
};

/** Every check in the order of the report: deployment, models, payments, mail, domain, site, alarms. */
export const CHECKS: readonly Check[] = [
  regions,
  bootstrap,
  concurrency,
  modelLifecycle,
  modelAccess,
  marketplace,
  modelQuotas,
  stripeKey,
  stripePrices,
  stripeWebhook,
  mail,
  certificate,
  site,
  alarms,
];

/** Checks a stage and its surroundings, and prints a report. Changes nothing. */
export async function diagnoseStage(
  settings: StageSettings,
  terminal: Terminal,
  checks: readonly Check[] = CHECKS,
): Promise<ExitCode> {
  const { caller, finding } = await checkCredentials(settings.region);
  const first = [{ check: 'credentials', ...finding }];
  const rest = caller === undefined ? [] : await runChecks(checks, createContext(settings, caller));
  return printReport([...first, ...rest], terminal);
}

function createContext(settings: StageSettings, caller: CheckContext['caller']): CheckContext {
  const { name, region } = getMainStack(settings);
  const outputs = once(async () => {
    const stack = await withPermission('cloudformation:DescribeStacks', () => findStack(name, region));
    return stack && getOutputs(stack);
  });
  const stripe = once(async () => openStripeAccount(region, await outputs()));
  return { settings, caller, now: new Date(), outputs, stripe };
}

/** Loads a value at the first call, and returns it at every call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= load());
}

function printReport(results: readonly CheckResult[], terminal: Terminal): ExitCode {
  const rows = results.map(({ status, check, message }) => [status, check, message]);
  terminal.print(formatTable(['', 'check', 'result'], rows));
  const fixable = results.filter(({ fix }) => fix !== undefined);
  if (fixable.length > 0) terminal.print('\nWhat to do:');
  for (const { status, check, fix = '' } of fixable) {
    terminal.print(`  ${status.padEnd(4)}  ${check}: ${fix}`);
  }
  const count = (status: Status) => results.filter((result) => result.status === status).length;
  terminal.print(
    `\n${count('ok')} ok, ${count('warn')} warnings, ${count('FAIL')} failures, ${count('?')} unknown.`,
  );
  return count('FAIL') > 0 ? EXIT.failure : EXIT.ok;
}
