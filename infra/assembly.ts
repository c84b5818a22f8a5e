import { App } from 'aws-cdk-lib';
import cdk from '../cdk.json' with { type: 'json' };
import { SITE } from './build/site.ts';
import { EdgeStack } from './edge-stack.ts';
import type { StageSettings } from './stages/settings.ts';
import { edgeStackOf, mainStackOf } from './stages/stacks.ts';
import { ThumbforgeStack } from './thumbforge-stack.ts';

interface CloudOptions {
  settings: StageSettings;
  /** Folder of the built site. @default build/site */
  site?: string;
}

/** @param outdir where the templates and assets go. @default where the CDK CLI says, or a temporary folder */
export function newApp(outdir?: string): App {
  return new App({
    ...(outdir === undefined ? {} : { outdir }),
    // The feature flags, which outside of the CDK CLI nobody else reads.
    context: cdk.context,
    // Paths and construct trees serve the console only, and make a template hard to read.
    analyticsReporting: false,
    treeMetadata: false,
  });
}

/** Describes the cloud of one stage. The functions' bundles have to be in `build/functions`. */
export function describeCloud(app: App, { settings, site = SITE }: CloudOptions): void {
  const main = mainStackOf(settings);
  const beside = edgeStackOf(settings);
  const edge = beside && new EdgeStack(app, beside.name, { settings, region: beside.region });
  new ThumbforgeStack(app, main.name, { settings, site, edge });
}

/** The cloud of one stage, ready to synthesize in this process. */
export function cloudOf({ outdir, ...options }: CloudOptions & { outdir?: string }): App {
  const app = newApp(outdir);
  describeCloud(app, options);
  return app;
}
