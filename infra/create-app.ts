import { App, type StageSynthesisOptions } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import cdk from '../cdk.json' with { type: 'json' };
import { SITE_FOLDER } from './build-output.ts';
import { LINKS_BUNDLES, OMITS_BUNDLES } from './constructs/lambda-function.ts';
import { addEdgeStacks } from './edge-stacks.ts';
import type { Examples } from './stages/examples.ts';
import type { StageSettings } from './stages/settings.ts';
import { getMainStack } from './stages/stacks.ts';
import { ThumbforgeStack } from './thumbforge-stack.ts';

interface StackOptions {
  settings: StageSettings;
  /** Folder of the built site. @default build/site */
  site?: string;
  /** Pictures of the example prompts. @default none */
  examples?: Examples | undefined;
}

interface AppOptions {
  /** Folder of the cloud assembly. @default the CDK CLI's, or a temporary folder */
  outdir?: string;
  /** True if the assembly refers to the bundles of the functions. @default the assembly contains copies */
  linksBundles?: boolean;
  /** True if the app has no bundles of the functions. The bundles need not be built then. */
  omitsBundles?: boolean;
}

export function createApp({ outdir, linksBundles = false, omitsBundles = false }: AppOptions = {}): App {
  return new ReadableApp({
    ...(outdir === undefined ? {} : { outdir }),
    context: {
      // The feature flags: the CDK CLI passes them from cdk.json, but tests and the embedded cloud run without it.
      ...cdk.context,
      [LINKS_BUNDLES]: linksBundles,
      [OMITS_BUNDLES]: omitsBundles,
    },
    // Only the console uses paths and construct trees, and they make a template hard to read.
    analyticsReporting: false,
    treeMetadata: false,
  });
}

const READABLE = 0o444;

/**
 * An app whose assembly everyone may read. The CDK CLI packs the permissions of the files, and Lambda does not run as the owner of the
 * files: with a strict umask, each deployed function would fail at its start.
 */
class ReadableApp extends App {
  override synth(options?: StageSynthesisOptions): CloudAssembly {
    const assembly = super.synth(options);
    for (const entry of readdirSync(assembly.directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const { mode } = statSync(file);
      // Only the owner of a file may change its mode.
      if ((mode & READABLE) !== READABLE) chmodSync(file, mode | READABLE);
    }
    return assembly;
  }
}

/**
 * Adds the stacks of one stage.
 * @throws Error if the build output is missing.
 */
export function addStacks(app: App, { settings, site = SITE_FOLDER, examples }: StackOptions): void {
  if (!existsSync(site)) throw new Error(`${site} does not exist. First run: npm run build`);
  const edge = addEdgeStacks(app, settings);
  new ThumbforgeStack(app, getMainStack(settings).name, { settings, site, examples, edge });
}

/** The app with the stacks of one stage, for a synthesis in this process. */
export function createStageApp({ settings, site, examples, ...options }: StackOptions & AppOptions): App {
  const app = createApp(options);
  addStacks(app, { settings, examples, ...(site !== undefined && { site }) });
  return app;
}
