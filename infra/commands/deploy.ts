import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PACK_IDS } from '#contract/packs.ts';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack, listStacks } from '../stages/stacks.ts';
import { findCaller, findStack, isCreated, unprotectStack } from './aws.ts';
import { runCdk, selectStacks, type RunCdk } from './cdk.ts';
import {
  defineCommand,
  EXIT,
  flag,
  requireStage,
  STAGE_OPTION,
  text,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { CHECKS, createContext } from './doctor.ts';
import { formatResult, runChecks } from './doctor/check.ts';
import { formatTable } from './table.ts';

export const deployCommand = defineCommand({
  usage: 'npm run deploy -- --stage NAME [--assembly FOLDER] [--dry-run] [--yes]',
  description: `Builds the functions and the site and deploys a stage with the CDK, the first time and every later time. First checks what
would make the deployment fail halfway: credentials, the size of environments and policies, CDK bootstrap, the state of the stacks, a stage in another region, leftovers, indexes of tables,
Lambda concurrency, the e-mail sender, the domain, its hosted zone and certificate, the budget, the models. Stops if one of them fails, before anything is created.
Prints the address of the site and the next step.`,
  options: {
    ...STAGE_OPTION,
    assembly: text('FOLDER', 'deploy what npm run synth has built, instead of building it'),
    'dry-run': flag('show what would change (cdk diff), and change nothing'),
    yes: flag('do not ask for approval of new permissions; for unattended use'),
  },
  exitCodes: '0 deployed, 1 failed, 2 wrong usage',
  run(values, terminal) {
    const settings = requireStage(values.stage);
    const { assembly } = values;
    if (values['dry-run']) return diffStage({ settings, assembly, terminal });
    return deployStage({ settings, assembly, unattended: values.yes, terminal });
  },
});

const OUTPUTS = fileURLToPath(new URL('../../build/outputs', import.meta.url));
const outputsFile = z.record(z.string(), z.record(z.string(), z.string()));

export interface DeployOptions {
  settings: StageSettings;
  /** A folder with a built assembly. @default builds an assembly */
  assembly?: string | undefined;
  /** Deploys without asking for approval of new permissions. */
  unattended: boolean;
  terminal: Terminal;
  cdk?: RunCdk;
}

/**
 * Builds and deploys a stage, then prints its outputs and the next step. The CDK CLI asks for approval of new permissions.
 * @throws Error if a prerequisite is missing. In that case nothing changed.
 */
export async function deployStage({
  settings,
  assembly,
  unattended,
  terminal,
  cdk = runCdk,
}: DeployOptions): Promise<ExitCode> {
  const { stage } = settings;
  const { name, region } = getMainStack(settings);
  const account = await checkPrerequisites(settings, terminal);
  const stack = await findStack(name, region);
  const isFirst = !isCreated(stack);
  await unprotectFailed(settings);
  terminal.print(`Building and deploying ${stage} to account ${account}, ${region}.`);

  const file = `${OUTPUTS}/${stage}.json`;
  await mkdir(OUTPUTS, { recursive: true });
  // The CLI leaves no file if nothing changed. The file of an earlier deployment may be from another account.
  await rm(file, { force: true });
  const approval = unattended ? ['--require-approval', 'never'] : [];
  const code = await cdk([
    'deploy',
    ...selectStacks(settings, assembly),
    '--outputs-file',
    file,
    ...approval,
  ]);
  if (code !== 0) {
    const consequence = isFirst
      ? 'Correct the cause, and run the command again: it deletes what the failure left.'
      : 'The previous version is still active.';
    terminal.warn(`The deployment of ${stage} failed; see the error above. ${consequence}`);
    return EXIT.failure;
  }
  const outputs = await readOutputs(file, name);
  if (outputs !== undefined) {
    terminal.print(`\n${formatTable(['output', 'value'], Object.entries(outputs))}\n`);
  }
  terminal.print(getNextStep(settings, isFirst));
  return EXIT.ok;
}

/** A stack whose first deployment failed cannot be deleted, and so not be created again, while it is protected. */
async function unprotectFailed(settings: StageSettings): Promise<void> {
  for (const { name, region } of listStacks(settings)) {
    const stack = await findStack(name, region);
    const isProtected = stack?.EnableTerminationProtection === true;
    if (!isCreated(stack) && isProtected) await unprotectStack({ name, region });
  }
}

/** Shows what a deployment would change, and changes nothing. @throws Error if a prerequisite is missing. */
export async function diffStage({
  settings,
  assembly,
  terminal,
  cdk = runCdk,
}: Omit<DeployOptions, 'unattended'>): Promise<ExitCode> {
  await checkPrerequisites(settings, terminal);
  // The CLI's default method creates a change set, which is a write.
  if ((await cdk(['diff', ...selectStacks(settings, assembly), '--method', 'template'])) !== 0)
    return EXIT.failure;
  terminal.print('Dry run: nothing was changed.');
  return EXIT.ok;
}

async function readOutputs(file: string, stack: string): Promise<Record<string, string> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return outputsFile.parse(JSON.parse(text))[stack];
}

function getNextStep({ stage, prices }: StageSettings, isFirst: boolean): string {
  if (isFirst || PACK_IDS.some((id) => prices[id] === undefined)) {
    return `Next, put the packs on sale: set STRIPE_API_KEY (sk_…), and run: npm run stripe:setup -- --stage ${stage}`;
  }
  return `Done. Check the stage: npm run smoke -- --stage ${stage}`;
}

const packageFile = z.object({ engines: z.object({ node: z.string().regex(/^>=\d+(\.\d+)*$/) }) });

/**
 * Checks the prerequisites of a deployment before the build. A check without its permission does not stop the deployment:
 * the role that deploys from CI can do little itself.
 * @returns the AWS account.
 * @throws Error that says what to do first; the SDK's errors.
 */
async function checkPrerequisites(settings: StageSettings, terminal: Terminal): Promise<string> {
  await checkNodeVersion(process.versions.node);
  const caller = await findCaller(settings.region);
  const checks = CHECKS.filter(({ isPrerequisite }) => isPrerequisite === true);
  const results = await runChecks(checks, createContext(settings, caller));
  const failures = results.filter(({ status }) => status === 'FAIL');
  if (failures.length > 0) {
    const reasons = failures.map(formatResult).join('\n');
    throw new Error(`A prerequisite is missing, so the deployment did not start:\n${reasons}`);
  }
  for (const result of results) if (result.status !== 'ok') terminal.warn(formatResult(result));
  return caller.account;
}

/** @throws Error if Node.js is older than package.json requires. */
export async function checkNodeVersion(version: string): Promise<void> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const required = packageFile.parse(JSON.parse(file)).engines.node.slice('>='.length);
  if (required.localeCompare(version, 'en', { numeric: true }) > 0) {
    throw new Error(`Node.js ${required} or later is required; this is ${version}.`);
  }
}
