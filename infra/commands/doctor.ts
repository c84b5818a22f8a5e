import type { StageSettings } from '../stages/settings.ts';
import {
  defineCommand,
  EXIT,
  formatTable,
  requireStage,
  STAGE_OPTION,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { alarmRecipients, alarms } from './doctor/alarms.ts';
import { bootstrap, budget, checkCredentials, concurrency, regions } from './doctor/aws-account.ts';
import { runChecks, type Check, type CheckResult, type Status } from './doctor/check.ts';
import { createContext } from './doctor/context.ts';
import { domain } from './doctor/domain.ts';
import { mail, mailSender } from './doctor/mail.ts';
import { marketplace, modelAccess, modelQuotas } from './doctor/model-access.ts';
import { inferenceProfiles, modelLifecycle } from './doctor/models.ts';
import { certificate, legal, site } from './doctor/site.ts';
import { apiStage, leftovers, region, stacks } from './doctor/stacks.ts';
import { stripeKey, youtubeKey } from './doctor/keys.ts';
import { stripeEvents, stripePrices, stripeWebhook, webhookSignature } from './doctor/stripe.ts';
import { waitingLine } from './doctor/waiting-line.ts';

export const doctorCommand = defineCommand({
  usage: 'npm run doctor -- --stage NAME',
  description: `Checks everything that a stage needs, and says how to correct what is wrong: credentials, regions, CDK bootstrap, stacks, drift of the API stage,
a stage in another region, leftovers of earlier stacks, Lambda concurrency, the waiting line, the budget, the models' lifecycle, inference profiles, access and quotas,
Marketplace, Stripe's key, prices, webhook and events, YouTube's key, mail, the domain, the certificate, the site, the seller's policies,
alarms and their recipients. Sends the site one Stripe event without effect; changes nothing. Needs AWS credentials; names the permission that a
check lacks.`,
  options: STAGE_OPTION,
  exitCodes: '0 without failures (warnings are allowed), 1 with a failure, 2 wrong usage',
  run: (values, terminal) => diagnoseStage(requireStage(values.stage), terminal),
});

/** Every check in the order of the report: deployment, models, payments, mail, domain, site, alarms. */
export const CHECKS: readonly Check[] = [
  regions,
  bootstrap,
  stacks,
  apiStage,
  region,
  leftovers,
  concurrency,
  waitingLine,
  budget,
  modelLifecycle,
  inferenceProfiles,
  modelAccess,
  marketplace,
  modelQuotas,
  stripeKey,
  stripePrices,
  stripeWebhook,
  webhookSignature,
  stripeEvents,
  youtubeKey,
  mailSender,
  mail,
  domain,
  certificate,
  site,
  legal,
  alarms,
  alarmRecipients,
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
