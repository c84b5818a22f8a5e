import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
});
export type Template = z.output<typeof template>;
export type TemplateResource = z.output<typeof resource>;

const manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().optional(),
      properties: z.looseObject({ templateFile: z.string().optional() }).optional(),
    }),
  ),
});
const assetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** The output of `cdk synth`: the template of one stack, and the folders of its assets by object key. */
export interface Assembly {
  stackName: string;
  region: string;
  template: Template;
  assets: ReadonlyMap<string, string>;
}

/**
 * Reads a cloud assembly with one stack.
 * @throws a zod error if the folder is not a cloud assembly; Error if the assembly does not contain exactly one stack.
 */
export async function readAssembly(folder: string): Promise<Assembly> {
  const { artifacts } = manifest.parse(await readJson(folder, 'manifest.json'));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (stack === undefined || stacks.length > 1) {
    throw new Error(`The embedded cloud runs one stack, but ${folder} contains ${stacks.length}.`);
  }
  const [stackName, { environment, properties }] = stack;
  const { files } = assetManifest.parse(await readJson(folder, `${stackName}.assets.json`));
  const assets = Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }): [string, string] => [
      objectKey,
      // The path is absolute if the asset was not copied.
      resolve(folder, source.path),
    ]),
  );
  return {
    stackName,
    region: environment?.split('/').at(-1) ?? 'us-east-1',
    template: template.parse(
      await readJson(folder, properties?.templateFile ?? `${stackName}.template.json`),
    ),
    assets: new Map(assets),
  };
}

async function readJson(folder: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), 'utf8'));
}
