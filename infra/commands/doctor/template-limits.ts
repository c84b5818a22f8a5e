import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageSettings } from '../../stages/settings.ts';
import { fail, ok, type Check } from './check.ts';

/**
 * Checks that Lambda and IAM accept the environments and policies of these settings. CloudFormation would report an error only
 * while it creates the functions.
 */
export const templateLimits: Check = {
  name: 'size limits',
  isPrerequisite: true,
  async probe({ settings }) {
    const exceeded = await measureSettings(settings);
    if (exceeded.length === 0) return ok('The environments and policies of all functions fit.');
    const fix = `Then run: npm run synth -- --context stage=${settings.stage}`;
    return exceeded.map((reason) => fail(reason, fix));
  },
};

/** Needs no build: the app has neither the bundles of the functions nor the files of the site. */
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
