import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageSettings } from '../../stages/settings.ts';
import { listStackRegions } from '../../stages/stacks.ts';
import {
  BOOTSTRAP_VERSION,
  ROLLBACK_BOOTSTRAP_VERSION,
  bootstrapCommand,
  findBootstrapVersion,
  findCaller,
  undefinedOnError,
} from '../aws.ts';
import { listCalledModels } from './called-models.ts';
import { fail, ok, warn, type Check } from './check.ts';

export const DEPLOYMENT_CHECKS: readonly Check[] = [
  {
    // CloudFormation would report an environment or a policy that is too large only while it creates the functions.
    name: 'size limits',
    isPrerequisite: true,
    remedy: ({ stage }) => `Then run: npm run synth -- --context stage=${stage}`,
    async probe({ settings }) {
      const exceeded = await measureSettings(settings);
      if (exceeded.length > 0) return exceeded.map((reason) => fail(reason));
      return ok('The environments and policies of all functions fit.');
    },
  },
  {
    // AWS rejects an account's credentials in an opt-in region that the account has not enabled.
    name: 'regions',
    isPrerequisite: true,
    probe({ settings }) {
      const called = listCalledModels(settings).map(({ region }) => region);
      return [...new Set([...listStackRegions(settings), ...called])].map(async (region) => {
        if (await isEnabled(region)) return ok(`${region} is enabled for the account.`);
        const fix = `Run: aws account enable-region --region-name ${region}`;
        return fail(`${region} is not enabled for the account.`, fix);
      });
    },
  },
  {
    // Each region of a stack needs the CDK's bootstrap stack.
    name: 'CDK bootstrap',
    isPrerequisite: true,
    probe: ({ settings, caller }) =>
      listStackRegions(settings).map(async (region) => {
        const version = await findBootstrapVersion(region);
        const fix = `Run: ${bootstrapCommand(caller.account, region)}`;
        if (version === undefined) return fail(`${region} is not bootstrapped.`, fix);
        const tooOld = `Version ${version} in ${region} is too old`;
        if (version < BOOTSTRAP_VERSION) return fail(`${tooOld}.`, fix);
        if (version >= ROLLBACK_BOOTSTRAP_VERSION) return ok(`${region} has version ${version}.`);
        return warn(`${tooOld} to roll back a failed update (npx cdk rollback).`, fix);
      }),
  },
];

/**
 * Lists what Lambda and IAM would refuse of the environments and policies of these settings. Needs no build: the app has neither
 * the bundles of the functions nor the files of the site.
 */
async function measureSettings(settings: StageSettings): Promise<string[]> {
  // The modules of the CDK take a second to load, and most commands do without them.
  const { createStageApp } = await import('../../create-app.ts');
  const { listExceededLimits } = await import('../../template-limits.ts');
  const { Stack } = await import('aws-cdk-lib');
  const folder = await mkdtemp(join(tmpdir(), 'thumbforge-limits-'));
  const site = join(folder, 'site');
  try {
    await mkdir(site);
    const app = createStageApp({ settings, site, outdir: join(folder, 'assembly'), omitsBundles: true });
    return app.node.children.filter((child) => Stack.isStack(child)).flatMap(listExceededLimits);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function isEnabled(region: string): Promise<boolean> {
  const disabled = ['InvalidClientTokenId', 'RegionDisabledException'];
  return (await undefinedOnError(disabled, findCaller(region))) !== undefined;
}
