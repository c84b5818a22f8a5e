import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions } from '../../infra/build/functions.ts';
import { createStageApp } from '../../infra/create-app.ts';
import { findExamples } from '../../infra/stages/examples.ts';
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
      createStageApp({ settings, site, outdir: join(folder, settings.stage), examples }).synth();
    }
  } finally {
    await rm(root, { recursive: true });
  }
}

// CloudFormation's rules take most of the time of a synthesis. `cdk synth` applies them.
process.env['CDK_VALIDATION'] = 'false';
await main(process.argv[2]);
