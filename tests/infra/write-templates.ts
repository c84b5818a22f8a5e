import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions } from '../../infra/build/functions.ts';
import { createStageApp } from '../../infra/create-app.ts';
import { findExamples } from '../../infra/stages/examples.ts';
import { createRecoveryTemplate } from '../../infra/recovery-template.ts';
import { getMainStack } from '../../infra/stages/stacks.ts';
import { STAGES, writeSite } from './support/stages.ts';

/** Writes the templates of every tested stage to a folder, for cfn-lint. */
async function main(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new Error('Usage: tsx tests/infra/write-templates.ts FOLDER');
  const root = await mkdtemp(join(tmpdir(), 'templates-'));
  try {
    const site = await writeSite(root);
    await buildFunctions();
    for (const settings of Object.values(STAGES)) {
      const examples = findExamples(settings === STAGES.full ? 'local' : settings.stage);
      const outdir = join(folder, settings.stage);
      const assembly = createStageApp({ settings, site, outdir, examples }).synth();
      // A stage that does not keep its data has nothing to recover.
      if (!settings.keepData) continue;
      const recovery = JSON.stringify(
        createRecoveryTemplate(assembly.getStackByName(getMainStack(settings).name).template),
      );
      await writeFile(join(outdir, 'recovery.template.json'), recovery);
    }
  } finally {
    await rm(root, { recursive: true });
  }
}

// CloudFormation's rules take most of the time of a synthesis. `cdk synth` applies them.
process.env['CDK_VALIDATION'] = 'false';
await main(process.argv[2]);
