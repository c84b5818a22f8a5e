import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { afterAll, vi } from 'vitest';
import { z } from 'zod';
import { cloudOf } from '../../../infra/assembly.ts';
import { buildFunctions } from '../../../infra/build/functions.ts';
import type { StageSettings } from '../../../infra/stages/settings.ts';
import { STAGES, writeSite } from './stages.ts';

interface Resource {
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** One stack's template, as it would deploy. */
interface Cloud {
  template: Template;
  /** Every resource of a type, by its logical id without the hash. */
  all(type: string): Record<string, Resource>;
  /** One resource. @throws when there is none of that type and logical id (without the hash). */
  one(type: string, id: string): Resource;
  /** Folder of the assembly. */
  directory: string;
  /** What synth warned of, each without the id that silences it. */
  warnings: string[];
  /** The stack in us-east-1, where the stage has one. */
  edge: Omit<Cloud, 'edge'> | undefined;
}

// CloudFormation's own rules take most of a synth's time. They speak at `cdk synth`; nothing here is about them.
vi.stubEnv('CDK_VALIDATION', 'false');

const root = await mkdtemp(join(tmpdir(), 'infra-tests-'));
const site = await writeSite(root);
await buildFunctions();
afterAll(() => rm(root, { recursive: true }));

/** Synthesized once, for all tests. */
export const prod = cloudWith(STAGES.prod);
export const dev = cloudWith(STAGES.dev);
export const other = cloudWith(STAGES.other);
export const named = cloudWith(STAGES.named);

function cloudWith(settings: StageSettings): Cloud {
  const directory = join(root, settings.stage);
  const { stacks } = cloudOf({ settings, site, outdir: directory }).synth();
  const [main, edge, ...more] = stacks.toSorted((one, two) => one.stackName.length - two.stackName.length);
  if (main === undefined || more.length > 0)
    throw new Error(`${stacks.length} stacks are too many, or none.`);
  return { ...stackOf(main, directory), edge: edge && stackOf(edge, directory) };
}

function stackOf(stack: CloudFormationStackArtifact, directory: string): Omit<Cloud, 'edge'> {
  const template = Template.fromJSON(stack.template as Record<string, unknown>);
  const warnings = stack.messages
    .filter(({ level }) => (level as string) === 'warning')
    .map(({ entry }) =>
      z
        .string()
        .parse(entry.data)
        .replace(/ \[ack: .*\]$/, ''),
    );
  const all = (type: string) => {
    const found = Object.entries(template.findResources(type) as Record<string, Resource>);
    const named = Object.fromEntries(found.map(([id, resource]) => [withoutHash(id), resource]));
    if (Object.keys(named).length < found.length) throw new Error(`Two ${type} differ in their hash alone.`);
    return named;
  };
  const one = (type: string, id: string) => {
    const resource = all(type)[id];
    if (resource === undefined) throw new Error(`There is no ${type} "${id}".`);
    return resource;
  };
  return { template, all, one, directory, warnings };
}

/**
 * What a template's value comes to, as a text: `Ref` and `Fn::GetAtt` as `${Id}` and `${Id.Attribute}`, ids without
 * their hash.
 */
export function render(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return `\${${withoutHash(Ref)}}`;
  if (Array.isArray(attribute)) return `\${${withoutHash(String(attribute[0]))}.${String(attribute[1])}}`;
  if (Array.isArray(join)) return (join as [string, unknown[]])[1].map(render).join(join[0] as string);
  throw new Error(`A value of the template is of no known form: ${JSON.stringify(value)}`);
}

function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Principal?: unknown;
  Condition?: unknown;
}

interface PolicyDocument {
  Statement: Statement[];
}

/** The statements of a policy document, each action and each resource on a line of its own. */
export function permissions(document: unknown): string[] {
  return (document as PolicyDocument).Statement.flatMap(({ Effect, Action, Resource }) =>
    [Action]
      .flat()
      .flatMap((action) => [Resource].flat().map((resource) => `${Effect} ${action} ${render(resource)}`)),
  ).sort();
}

export function statements(document: unknown): Statement[] {
  return (document as PolicyDocument).Statement;
}
