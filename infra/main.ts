import { App } from 'aws-cdk-lib';
import { z } from 'zod';
import { cloudOf } from './assembly.ts';
import { buildFunctions } from './build/functions.ts';
import { buildSite } from './build/site.ts';
import { findStage } from './stages/stages.ts';

// What `cdk synth` and `cdk deploy` run: builds what deploys, then describes it. `-c stage=prod` chooses the stage.
const stage = z.string().default('dev').parse(new App().node.tryGetContext('stage'));
const settings = findStage(stage);
await Promise.all([buildFunctions(), buildSite()]);
cloudOf({ settings }).synth();
