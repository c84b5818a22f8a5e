import { rm } from 'node:fs/promises';
import type { StageInput } from '../infra/stages/settings.ts';
import type { ModelPrice, ModelPrices } from './emulators/aws-models/aws-models.ts';
import { LOCAL_PRICES } from './connect-services.ts';
import type { RunStep } from './progress.ts';

const LOCAL_SETTINGS = {
  // The firewall and the domain name have stacks in us-east-1. These stacks have no effect on one machine.
  waf: { enabled: false },
  domain: undefined,
  // The user pool runs its trigger for the text of e-mails only if the stage has a sender. No e-mail leaves this machine.
  ses: { fromAddress: 'no-reply@thumbforge.example' },
  // Browser tests and `prove` open more accounts in a day than a deployment welcomes.
  rateLimits: { welcomes: 10_000, domainWelcomes: 10_000, providerWelcomes: 10_000 },
} satisfies Partial<StageInput>;

/** A sample seller for this machine. local/legal-texts.ts has the seller's pages. */
const SAMPLE_LEGAL: StageInput['legal'] = {
  sellerName: 'Sample Studio',
  sellerAddress: '1 Sample Street, London',
  supportEmail: 'support@thumbforge.example',
  termsUrl: '/local/terms',
  privacyUrl: '/local/privacy',
  refundsUrl: '/local/refunds',
};

interface SynthesizeOptions {
  /** The folder of a site to deploy. @default the site of the product, which is built first */
  site?: string;
  /** True if the site shows the pictures of the example prompts. @default true only for the site of the product */
  hasExamples?: boolean;
  /** Folder of the assembly. */
  outdir: string;
  /** True if the assembly refers to the bundles in `build/functions`. @default the assembly contains copies */
  linksBundles?: boolean;
  /** The settings that differ from the settings of the stage `dev`. */
  settings?: Partial<StageInput>;
  /** Runs and shows each step. @default the steps are not shown */
  runStep?: RunStep;
}

/**
 * Builds the functions and the site, and synthesizes the CDK app in this process. In the embedded cloud, only this file and the builds of
 * `npm run dev` import `infra/`. All other files read the assembly.
 * @returns the folder of the assembly.
 */
export async function synthesize(options: SynthesizeOptions): Promise<string> {
  const { site, outdir, runStep = (_name, step) => step() } = options;
  const buildFunctions = async () => (await import('../infra/build/functions.ts')).buildFunctions();
  const buildSite = async () => (await import('../infra/build/site.ts')).buildSite();
  // The builds run in other threads, so the modules of the CDK load at the same time. Each takes about two seconds.
  const modules = loadApp();
  await Promise.all([
    runStep('building functions', buildFunctions),
    site === undefined ? runStep('building the site', buildSite) : undefined,
    modules,
  ]);
  await runStep('synthesizing', () => synthesizeBuilt(options));
  return outdir;
}

/** Synthesizes the CDK app in this process, with functions and a site that are already built. */
export async function synthesizeBuilt(options: SynthesizeOptions): Promise<void> {
  await rm(options.outdir, { recursive: true, force: true });
  synthesizeStage(await loadApp(), options);
}

const loadApp = () =>
  Promise.all([
    import('../infra/create-app.ts'),
    import('../infra/stages/examples.ts'),
    import('../infra/stages/settings.ts'),
    import('../infra/stages/stages.ts'),
  ]);

function synthesizeStage(
  [{ createStageApp }, { findExamples }, { parseSettings }, { findStage }]: Awaited<
    ReturnType<typeof loadApp>
  >,
  { site, hasExamples = site === undefined, outdir, linksBundles = false, settings }: SynthesizeOptions,
): void {
  // CloudFormation's validation rules take most of the time of a synthesis. `cdk synth` runs these rules.
  process.env['CDK_VALIDATION'] ??= 'false';
  const rateLimits = { ...LOCAL_SETTINGS.rateLimits, ...settings?.rateLimits };
  const stage = parseSettings({
    ...findStage('dev'),
    ...LOCAL_SETTINGS,
    prices: LOCAL_PRICES,
    legal: SAMPLE_LEGAL,
    ...settings,
    rateLimits,
  });
  createStageApp({
    settings: stage,
    outdir,
    linksBundles,
    ...(site !== undefined && { site }),
    ...(hasExamples && { examples: findExamples('local') }),
  }).synth();
}

/** Lists the prices of the models in the stage `dev`. */
export async function listModelPrices(): Promise<ModelPrices> {
  const [{ findStage }, { isListPrice, isListTokenPrice }] = await Promise.all([
    import('../infra/stages/stages.ts'),
    import('../infra/stages/model-pool.ts'),
  ]);
  const { models, services, promptModel } = findStage('dev');
  const nameSource = (isDefault: boolean) => (isDefault ? 'list price, unverified' : 'price of the stage');
  const prices = new Map<string, ModelPrice>();
  for (const model of [...models, ...services]) {
    prices.set(model.id, { usdPerImage: model.usdPerImage, source: nameSource(isListPrice(model)) });
  }
  if (promptModel !== undefined) {
    const { id, usdPerMillionTokens } = promptModel;
    prices.set(id, { usdPerMillionTokens, source: nameSource(isListTokenPrice(promptModel)) });
  }
  return prices;
}
