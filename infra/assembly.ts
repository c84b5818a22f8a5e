import { App } from 'aws-cdk-lib';
import { SITE } from './build/site.ts';
import type { StageSettings } from './stages/settings.ts';
import { ThumbforgeStack } from './thumbforge-stack.ts';

interface AssemblyOptions {
  settings: StageSettings;
  /** Folder of the built site. @default build/site */
  site?: string;
  /** Where the templates and assets go. @default where the CDK CLI says, or a temporary folder */
  outdir?: string;
}

/**
 * The cloud of one stage, ready to synthesize. The functions' bundles have to be in `build/functions`.
 */
export function cloudOf({ settings, site = SITE, outdir }: AssemblyOptions): App {
  const app = new App({
    ...(outdir === undefined ? {} : { outdir }),
    // Paths and construct trees serve the console only, and make a template hard to read.
    analyticsReporting: false,
    treeMetadata: false,
  });
  new ThumbforgeStack(app, `Thumbforge-${settings.stage}`, { settings, site });
  return app;
}
