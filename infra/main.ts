import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { z } from 'zod';
import { describeCloud, newApp } from './assembly.ts';
import { buildFunctions } from './build/functions.ts';
import { buildSite } from './build/site.ts';
import { findStage } from './stages/stages.ts';

// What `cdk synth` and `cdk deploy` run: builds what deploys, then describes it. `-c stage=prod` chooses the stage.
// One App alone: each one that is made under the CDK CLI writes an assembly when the process ends.
const app = newApp();
const settings = findStage(z.string().default('dev').parse(app.node.tryGetContext('stage')));
await Promise.all([buildFunctions(), buildSite()]);
describeCloud(app, { settings });
// A finding that is no stated choice stops the synth. The embedded cloud's own synth does without: it has to be quick.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
