import type { StageSettings } from '../../stages/settings.ts';
import { mainStackOf } from '../../stages/stacks.ts';
import { findStack, outputsOf } from '../aws/stacks.ts';
import { EXIT, table, type ExitCode, type Terminal } from '../command-line.ts';
import type { Check, Patient } from './check.ts';
import { CHECKS } from './checks.ts';
import { checkCredentials } from './credentials.ts';
import { examine, type Diagnosis } from './examine.ts';
import { may } from './may.ts';
import { openStripeAccount } from './stripe-account.ts';

/** Examines a stage and everything around it, and tells what to do. Changes nothing. */
export async function doctorStage(
  settings: StageSettings,
  terminal: Terminal,
  checks: readonly Check[] = CHECKS,
): Promise<ExitCode> {
  const { caller, finding } = await checkCredentials(settings.region);
  const first = [{ check: 'credentials', ...finding }];
  const rest = caller === undefined ? [] : await examine(checks, patientOf(settings, caller));
  return report([...first, ...rest], terminal);
}

function patientOf(settings: StageSettings, caller: Patient['caller']): Patient {
  const { name, region } = mainStackOf(settings);
  const outputs = once(async () => {
    const stack = await may('cloudformation:DescribeStacks', () => findStack(name, region));
    return stack && outputsOf(stack);
  });
  const stripe = once(async () => openStripeAccount(region, await outputs()));
  return { settings, caller, now: new Date(), outputs, stripe };
}

/** The same answer for everybody who asks. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  return () => (answer ??= ask());
}

function report(diagnoses: readonly Diagnosis[], terminal: Terminal): ExitCode {
  const rows = diagnoses.map(({ state, check, found }) => [state, check, found]);
  terminal.say(table(['', 'check', 'found'], rows));
  const open = diagnoses.filter(({ fix }) => fix !== undefined);
  if (open.length > 0) terminal.say('\nWhat to do:');
  for (const { state, check, fix = '' } of open) terminal.say(`  ${state.padEnd(4)}  ${check}: ${fix}`);

  const count = (state: Diagnosis['state']) => diagnoses.filter((each) => each.state === state).length;
  terminal.say(
    `\n${count('ok')} ok, ${count('warn')} to look at, ${count('FAIL')} failed, ${count('?')} unknown.`,
  );
  return count('FAIL') > 0 ? EXIT.trouble : EXIT.ok;
}
