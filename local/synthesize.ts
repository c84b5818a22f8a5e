import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StageInput } from '../infra/stages/settings.ts';
import { LOCAL_PRICES } from './connect-stripe.ts';

const ASSEMBLY = fileURLToPath(new URL('../build/local/assembly', import.meta.url));

/** The firewall and the domain name are a stack in us-east-1, which has no effect on one machine. */
const WITHOUT_EDGE: Partial<StageInput> = { waf: { enabled: false }, domain: undefined };

/** The settings that a stage needs for sign-in with a code by e-mail. No e-mail leaves this machine. */
export const MAGIC_LINK_SETTINGS: Partial<StageInput> = {
  magicLink: true,
  ses: { fromAddress: 'no-reply@thumbforge.example' },
};

interface SynthesizeOptions {
  /** Folder of a site to deploy. @default the product's own, which is built first */
  site?: string;
  /** Folder of the assembly. @default build/local/assembly */
  outdir?: string;
  /** Settings that differ from those of the stage `dev`. */
  settings?: Partial<StageInput>;
}

/**
 * Builds the functions and the site, and synthesizes the CDK app in this process. This is the only file of the embedded
 * cloud that imports `infra/`: everything else reads the assembly.
 * @returns the folder of the assembly.
 */
export async function synthesize({
  site,
  outdir = ASSEMBLY,
  settings,
}: SynthesizeOptions = {}): Promise<string> {
  // The builds run in other threads, so the modules of the CDK load meanwhile. Both take about two seconds.
  const builds = [
    import('../infra/build/functions.ts').then(({ buildFunctions }) => buildFunctions()),
    site === undefined ? import('../infra/build/site.ts').then(({ buildSite }) => buildSite()) : undefined,
    rm(outdir, { recursive: true, force: true }),
  ];
  const [{ createStageApp }, { parseSettings }, { findStage }] = await Promise.all([
    import('../infra/create-app.ts'),
    import('../infra/stages/settings.ts'),
    import('../infra/stages/stages.ts'),
    ...builds,
  ]);
  // The validation by CloudFormation's own rules takes most of the time of a synth. `cdk synth` runs it.
  process.env['CDK_VALIDATION'] ??= 'false';
  const stage = parseSettings({ ...findStage('dev'), ...WITHOUT_EDGE, prices: LOCAL_PRICES, ...settings });
  createStageApp({ settings: stage, outdir, ...(site !== undefined && { site }) }).synth();
  return outdir;
}
