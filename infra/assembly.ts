import { App } from 'aws-cdk-lib';
import { SITE } from './build/site.ts';
import type { StageSettings } from './stages/settings.ts';
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
    // Paths and construct trees serve the console only, and make a template hard to read.
    analyticsReporting: false,
    treeMetadata: false,
  });
}

/** Describes the cloud of one stage. The functions' bundles have to be in `build/functions`. */
export function describeCloud(app: App, { settings, site = SITE }: CloudOptions): void {
  new ThumbforgeStack(app, `Thumbforge-${settings.stage}`, { settings, site });
}

/** The cloud of one stage, ready to synthesize in this process. */
export function cloudOf({ outdir, ...options }: CloudOptions & { outdir?: string }): App {
  const app = newApp(outdir);
  describeCloud(app, options);
  return app;
}
