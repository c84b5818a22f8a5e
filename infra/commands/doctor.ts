import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { findStack, getOutputs, isCreated, type Caller } from './aws.ts';
import {
  defineCommand,
  EXIT,
  requireStage,
  STAGE_OPTION,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { ALARM_CHECKS } from './doctor/alarms.ts';
import { CERTIFICATE_CHECKS } from './doctor/certificates.ts';
import { runChecks, type Check, type CheckContext, type CheckResult, type Status } from './doctor/check.ts';
import { checkCredentials } from './doctor/credentials.ts';
import { DEPLOYMENT_CHECKS } from './doctor/deployment.ts';
import { DOMAIN_CHECKS } from './doctor/domain.ts';
import { LIMIT_CHECKS } from './doctor/limits.ts';
import { MAIL_CHECKS } from './doctor/mail.ts';
import { MODEL_CHECKS } from './doctor/models.ts';
import { SITE_CHECKS } from './doctor/site.ts';
import { STACK_CHECKS } from './doctor/stacks.ts';
import { openStripeAccount } from './doctor/stripe-account.ts';
import { STRIPE_CHECKS } from './doctor/stripe.ts';
import { TABLE_INDEX_CHECKS } from './doctor/table-indexes.ts';
import { formatTable } from './table.ts';

export const doctorCommand = defineCommand({
  usage: 'npm run doctor -- --stage NAME',
  description: `Checks everything that a stage needs, and says how to correct what is wrong: credentials, the size of environments and policies, regions, CDK bootstrap, stacks, drift of the API stage,
a stage in another region, leftovers of earlier stacks, changes of the tables' indexes, Lambda concurrency, the waiting line, the budget, the models' lifecycle, inference profiles, access and quotas,
Marketplace, Stripe's key, prices, webhook and events, YouTube's key, mail, the domain, its hosted zone and certificate, the site, the seller's policies,
alarms and their recipients. Sends the site one Stripe event without effect; changes nothing. Needs AWS credentials; names the permission that a
check lacks.`,
  options: STAGE_OPTION,
  exitCodes: '0 without failures (warnings are allowed), 1 with a failure, 2 wrong usage',
  run: (values, terminal) => diagnoseStage(requireStage(values.stage), terminal),
});

/** Every check, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...DEPLOYMENT_CHECKS,
  ...STACK_CHECKS,
  ...TABLE_INDEX_CHECKS,
  ...LIMIT_CHECKS,
  ...MODEL_CHECKS,
  ...STRIPE_CHECKS,
  ...MAIL_CHECKS,
  ...DOMAIN_CHECKS,
  ...CERTIFICATE_CHECKS,
  ...SITE_CHECKS,
  ...ALARM_CHECKS,
];

/** The context of the checks of a stage. Shared data is loaded at the first use. */
export function createContext(settings: StageSettings, caller: Caller): CheckContext {
  const { name, region } = getMainStack(settings);
  const stack = once(() => findStack(name, region));
  const outputs = async () => {
    const found = await stack();
    return isCreated(found) ? getOutputs(found) : undefined;
  };
  const stripe = once(async () => openStripeAccount(region, await outputs()));
  return { settings, caller, now: new Date(), stack, outputs, stripe };
}

/** Loads a value at the first call, and returns it at every call. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= load());
}

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
