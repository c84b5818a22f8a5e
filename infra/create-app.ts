import { App } from 'aws-cdk-lib';
import { existsSync } from 'node:fs';
import cdk from '../cdk.json' with { type: 'json' };
import { SITE_FOLDER } from './build-output.ts';
import { EdgeStack } from './edge-stack.ts';
import type { Examples } from './stages/examples.ts';
import type { StageSettings } from './stages/settings.ts';
import { getEdgeStack, getMainStack } from './stages/stacks.ts';
import { ThumbforgeStack } from './thumbforge-stack.ts';

interface StackOptions {
  settings: StageSettings;
  /** Folder of the built site. @default build/site */
  site?: string;
  /** Pictures of the example prompts. @default none */
  examples?: Examples | undefined;
}

/** @param outdir folder of the cloud assembly. @default the CDK CLI's, or a temporary folder */
export function createApp(outdir?: string): App {
  return new App({
    ...(outdir === undefined ? {} : { outdir }),
    // The feature flags: the CDK CLI passes them from cdk.json, but tests and the embedded cloud run without it.
    context: cdk.context,
    // Only the console uses paths and construct trees, and they make a template hard to read.
    analyticsReporting: false,
    treeMetadata: false,
  });
}

/**
 * Adds the stacks of one stage.
 * @throws Error if the build output is missing.
 */
export function addStacks(app: App, { settings, site = SITE_FOLDER, examples }: StackOptions): void {
  if (!existsSync(site)) throw new Error(`${site} does not exist. First run: npm run build`);
  const main = getMainStack(settings);
  const edgeStack = getEdgeStack(settings);
  const edge = edgeStack && new EdgeStack(app, edgeStack.name, { settings, region: edgeStack.region });
  new ThumbforgeStack(app, main.name, { settings, site, examples, edge });
}

/** The app with the stacks of one stage, for a synthesis in this process. */
export function createStageApp({ outdir, ...options }: StackOptions & { outdir?: string }): App {
  const app = createApp(outdir);
  addStacks(app, options);
  return app;
}
