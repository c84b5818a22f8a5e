import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import { addStacks, createApp } from './create-app.ts';
import { findExamples } from './stages/examples.ts';
import { findStage } from './stages/stages.ts';

// The rules of CloudFormation are WebAssembly that runs once. Optimizing it takes longer than it saves.
setFlagsFromString('--liftoff-only');

// The CDK app (`app` in cdk.json). `--context stage=prod` selects the stage. Reads the output of `npm run build`.
// Create one App only: under the CDK CLI each App writes an assembly when the process ends.
const app = createApp();
const settings = findStage(z.string().default('dev').parse(app.node.tryGetContext('stage')));
addStacks(app, { settings, examples: findExamples(settings.stage) });
// A finding that is not acknowledged fails the synthesis. The embedded cloud skips these checks to start faster.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
app.synth();
