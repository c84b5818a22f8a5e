import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import type { CloudFormationStackArtifact } from 'aws-cdk-lib/cx-api';
import { afterAll, vi } from 'vitest';
import { z } from 'zod';
import { buildFunctions } from '../../../infra/build/functions.ts';
import { createStageApp } from '../../../infra/create-app.ts';
import { findExamples, type Examples } from '../../../infra/stages/examples.ts';
import type { StageSettings } from '../../../infra/stages/settings.ts';
import { STAGES, writeSite } from './stages.ts';

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  DependsOn?: string[];
}

/** The template of one stack. */
interface SynthesizedStack {
  template: Template;
  /** Every resource of a type (or of all), by its logical ID without the hash. */
  all(type?: string): Record<string, Resource>;
  /** @throws if there is no resource with this type and logical ID (without the hash). */
  one(type: string, id: string): Resource;
  /** Folder of the assembly. */
  directory: string;
  warnings: string[];
}

/** A stage: its main stack, and its stacks in us-east-1 if it has them. */
export interface Cloud extends SynthesizedStack {
  app: App;
  firewall: SynthesizedStack | undefined;
  certificate: SynthesizedStack | undefined;
}

/** Every stack of a stage. */
export function listStacks(cloud: Cloud): SynthesizedStack[] {
  return [cloud, cloud.firewall, cloud.certificate].filter((stack) => stack !== undefined);
}

// CloudFormation's rules take most of the time of a synthesis. `cdk synth` applies them.
vi.stubEnv('CDK_VALIDATION', 'false');

/** Runs a synthesis without the stack traces that the CDK captures for each resource. The tests do not read them. */
export function withoutStackTraces<T>(run: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const root = await mkdtemp(join(tmpdir(), 'infra-tests-'));
export const site = await writeSite(root);
await buildFunctions();
afterAll(() => rm(root, { recursive: true }));

/** Synthesized once for all tests. */
export const prod = synthesize(STAGES.prod);
export const dev = synthesize(STAGES.dev);
export const full = synthesize(STAGES.full, findExamples('local'));
export const named = synthesize(STAGES.named);
export const largest = synthesize(STAGES.largest);

function synthesize(settings: StageSettings, examples?: Examples): Cloud {
  const directory = join(root, settings.stage);
  const { app, stacks } = withoutStackTraces(() => {
    // Only the assembly of prod has copies of the bundles, as in a deployment: copying takes a third of the time.
    const linksBundles = settings.stage !== 'prod';
    const created = createStageApp({ settings, site, outdir: directory, examples, linksBundles });
    return { app: created, stacks: created.synth().stacks };
  });
  const find = (ending: string) => {
    const stack = stacks.find(({ stackName }) => stackName === `Thumbforge-${settings.stage}${ending}`);
    return stack && readStack(stack, directory);
  };
  const main = find('');
  if (main === undefined) throw new Error(`${settings.stage} has no main stack.`);
  return { app, ...main, firewall: find('-firewall'), certificate: find('-certificate') };
}

function readStack(stack: CloudFormationStackArtifact, directory: string): SynthesizedStack {
  const template = Template.fromJSON(stack.template as Record<string, unknown>);
  const resources = Object.entries((stack.template as { Resources: Record<string, Resource> }).Resources).map(
    ([id, resource]) => [removeHash(id), resource] as const,
  );
  const warnings = stack.messages
    .filter(({ level }) => (level as string) === 'warning')
    .map(({ entry }) =>
      z
        .string()
        .parse(entry.data)
        .replace(/ \[ack: .*\]$/, ''),
    );
  const all = (type?: string) =>
    Object.fromEntries(resources.filter(([, { Type }]) => type === undefined || Type === type));
  const one = (type: string, id: string) => {
    const resource = all(type)[id];
    if (resource === undefined) throw new Error(`There is no ${type} "${id}".`);
    return resource;
  };
  return { template, all, one, directory, warnings };
}

/** A value of the template as text: `${Id}` for Ref, `${Id.Attribute}` for Fn::GetAtt, IDs without their hash. */
export function render(value: unknown): string {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return `\${${removeHash(Ref)}}`;
  if (Array.isArray(attribute)) return `\${${removeHash(String(attribute[0]))}.${String(attribute[1])}}`;
  if (Array.isArray(join)) return (join as [string, unknown[]])[1].map(render).join(join[0] as string);
  throw new Error(`Unknown form of a value in the template: ${JSON.stringify(value)}`);
}

export function removeHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '');
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Principal?: unknown;
  Condition?: unknown;
}

export function listStatements(document: unknown): Statement[] {
  return (document as { Statement: Statement[] }).Statement;
}

/** A policy document as lines of one action on one resource each. */
export function listPermissions(document: unknown): string[] {
  return listStatements(document)
    .flatMap(({ Effect, Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => `${Effect} ${action} ${render(resource)}`)),
    )
    .sort();
}

/** The inline statements of a role. */
export function listRoleStatements(cloud: Cloud, role: string): Statement[] {
  const { Policies = [] } = cloud.one('AWS::IAM::Role', role).Properties;
  return (Policies as { PolicyDocument: unknown }[]).flatMap(({ PolicyDocument }) =>
    listStatements(PolicyDocument),
  );
}

/** The permissions of a role, inline and attached, as lines. */
export function listRolePermissions(cloud: Cloud, role: string): string[] {
  const { Policies = [] } = cloud.one('AWS::IAM::Role', role).Properties;
  const inline = Policies as Record<string, unknown>[];
  const attached = Object.values(cloud.all('AWS::IAM::Policy'))
    .map(({ Properties }) => Properties)
    .filter(({ Roles }) => (Roles as unknown[]).map(render).includes(`\${${role}}`));
  return [...inline, ...attached].flatMap(({ PolicyDocument }) => listPermissions(PolicyDocument)).sort();
}
