import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildFunctions } from '../infra/build/functions.ts';
import { buildSite } from '../infra/build/site.ts';
import { createStageApp } from '../infra/create-app.ts';
import { parseSettings, type StageInput } from '../infra/stages/settings.ts';
import { findStage } from '../infra/stages/stages.ts';
import { LOCAL_PRICES } from './connect-stripe.ts';

const ASSEMBLY = fileURLToPath(new URL('../build/local/assembly', import.meta.url));

/** A firewall and a name of its own are a stack in us-east-1, which has no meaning on one machine. */
const WITHOUT_EDGE: Partial<StageInput> = { waf: { enabled: false }, domain: undefined };

/** What a stage needs to sign people in by a code sent by e-mail. Here nothing leaves the machine. */
export const MAGIC_LINK_SETTINGS: Partial<StageInput> = {
  magicLink: true,
  ses: { fromAddress: 'no-reply@thumbforge.example' },
};

interface SynthesizeOptions {
  /** Folder of a site to deploy. @default the product's own, built anew */
  site?: string;
  /** Where the assembly goes. @default build/local/assembly */
  outdir?: string;
  /** Settings that differ from those of the stage `dev`. */
  settings?: Partial<StageInput>;
}

/**
 * Builds what deploys and synthesizes the CDK app in this process: the one place where the embedded cloud touches
 * `infra/`. All else reads the assembly.
 * @returns the assembly's folder.
 */
export async function synthesize({
  site,
  outdir = ASSEMBLY,
  settings,
}: SynthesizeOptions = {}): Promise<string> {
  await Promise.all([
    buildFunctions(),
    site === undefined ? buildSite() : undefined,
    rm(outdir, { recursive: true, force: true }),
  ]);
  // CloudFormation's own rules take most of a synth's time. They speak where it matters: at `cdk synth`.
  process.env['CDK_VALIDATION'] ??= 'false';
  const stage = parseSettings({ ...findStage('dev'), ...WITHOUT_EDGE, prices: LOCAL_PRICES, ...settings });
  createStageApp({ settings: stage, outdir, ...(site !== undefined && { site }) }).synth();
  return outdir;
}
