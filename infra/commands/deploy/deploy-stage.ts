import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { StageSettings } from '../../stages/settings.ts';
import { mainStackOf } from '../../stages/stacks.ts';
import { findStack } from '../aws/stacks.ts';
import { runCdk, type RunCdk } from '../cdk.ts';
import { EXIT, table, type ExitCode, type Terminal } from '../command-line.ts';
import { preflight } from './preflight.ts';

const OUTPUTS = fileURLToPath(new URL('../../../build/outputs', import.meta.url));

const outputsFile = z.record(z.string(), z.record(z.string(), z.string()));

export interface DeployOptions {
  settings: StageSettings;
  /** Nobody is there to be asked about new permissions. */
  unattended: boolean;
  terminal: Terminal;
  cdk?: RunCdk;
}

/**
 * Builds and deploys a stage, and says where it is and what is left to do. The CDK CLI asks before permissions grow.
 * @throws Error of the preflight; then nothing was done.
 */
export async function deployStage({
  settings,
  unattended,
  terminal,
  cdk = runCdk,
}: DeployOptions): Promise<ExitCode> {
  const { stage } = settings;
  const { name, region } = mainStackOf(settings);
  const account = await preflight(settings);
  const isFirst = (await findStack(name, region)) === undefined;
  terminal.say(`Deploying ${stage} to account ${account}, ${region}. It is built first.`);

  const file = `${OUTPUTS}/${stage}.json`;
  await mkdir(OUTPUTS, { recursive: true });
  // The outputs of an earlier deployment would be taken for this one's.
  await rm(file, { force: true });
  const code = await cdk([
    'deploy',
    '--all',
    ...stageArguments(stage),
    '--outputs-file',
    file,
    ...(unattended ? ['--require-approval', 'never'] : []),
  ]);
  if (code !== 0) {
    terminal.warn(`The deployment of ${stage} failed; above it says why. What ran before it runs on.`);
    return EXIT.trouble;
  }
  const outputs = await readOutputs(file, name);
  terminal.say(`\n${table(['output', 'value'], Object.entries(outputs))}\n`);
  terminal.say(nextStep(settings, isFirst));
  return EXIT.ok;
}

/** Shows what a deployment would change, and changes nothing. @throws Error of the preflight. */
export async function diffStage({
  settings,
  terminal,
  cdk = runCdk,
}: Omit<DeployOptions, 'unattended'>): Promise<ExitCode> {
  await preflight(settings);
  // By template: the CLI's other method makes a change set, which is a write.
  const code = await cdk(['diff', '--all', ...stageArguments(settings.stage), '--method', 'template']);
  if (code !== 0) return EXIT.trouble;
  terminal.say('A dry run: nothing of this was done.');
  return EXIT.ok;
}

/** What tells the app which stage it is asked for. */
export function stageArguments(stage: string): string[] {
  return ['--context', `stage=${stage}`];
}

async function readOutputs(file: string, stack: string): Promise<Record<string, string>> {
  // Where nothing had changed, the CLI may leave no file.
  const text = await readFile(file, 'utf8').catch(() => '{}');
  return outputsFile.parse(JSON.parse(text))[stack] ?? {};
}

function nextStep({ stage, prices }: StageSettings, isFirst: boolean): string {
  if (isFirst || prices === undefined) {
    return `Next, to put the packs on sale: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage ${stage}`;
  }
  return `Done. npm run doctor -- --stage ${stage} tells whether everything around it is in order.`;
}
