import { LOCAL_ACCOUNT } from '../credentials.ts';
import type { Assembly, TemplateResource } from './assembly.ts';
import { resolve, type Scope } from './intrinsics.ts';

/** A provisioned resource: what `Ref` and `Fn::GetAtt` return for it. */
export interface Resource {
  ref: string;
  attributes?: Record<string, string>;
}

/** Provisions a resource of one type. All intrinsic functions in `properties` are resolved, and all addresses are local. */
export type Provisioner = (logicalId: string, properties: unknown) => Resource | Promise<Resource>;

interface Interpretation {
  resources: ReadonlyMap<string, Resource>;
  outputs: Record<string, string>;
  /** One sentence for each resource type without a provisioner. */
  warnings: string[];
}

/**
 * Provisions every resource of a template once, dependencies first.
 * @param provisioners by CloudFormation resource type.
 * @param localize replaces AWS addresses in a text by those of this machine.
 * @throws Error that names the resource that failed, or a circular reference.
 */
export async function interpret(
  { template, region, stackName }: Assembly,
  provisioners: Readonly<Record<string, Provisioner>>,
  localize: (text: string) => string,
): Promise<Interpretation> {
  const started = new Map<string, Promise<Resource>>();
  const unknownTypes = new Map<string, string[]>();

  const pseudoParameters: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${LOCAL_ACCOUNT}:stack/${stackName}/local`,
  };

  /** @param path the resources that wait for this one. If it contains this one, the reference is circular. */
  const provision = (logicalId: string, path: readonly string[]): Promise<Resource> => {
    if (path.includes(logicalId)) {
      throw new Error(`The template has a circular reference: ${[...path, logicalId].join(' -> ')}.`);
    }
    const resource = started.get(logicalId) ?? provisionOnce(logicalId, [...path, logicalId]);
    started.set(logicalId, resource);
    return resource;
  };

  const provisionOnce = async (logicalId: string, path: readonly string[]): Promise<Resource> => {
    const resource = template.Resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no resource ${logicalId}.`);
    const provisioner = provisioners[resource.Type];
    if (provisioner === undefined) return recordUnknown(logicalId, resource);
    const properties = await resolve(resource.Properties, createScope(path));
    try {
      return await provisioner(logicalId, mapTexts(properties, localize));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${logicalId} (${resource.Type}): ${reason}`, { cause: error });
    }
  };

  const recordUnknown = (logicalId: string, { Type }: TemplateResource): Resource => {
    unknownTypes.set(Type, [...(unknownTypes.get(Type) ?? []), logicalId]);
    return { ref: logicalId };
  };

  const createScope = (path: readonly string[]): Scope => ({
    ref: async (name) => pseudoParameters[name] ?? (await provision(name, path)).ref,
    async attribute(logicalId, attribute) {
      const { attributes } = await provision(logicalId, path);
      return attributes?.[attribute] ?? `${logicalId}.${attribute}`;
    },
  });

  const resources = new Map<string, Resource>();
  for (const logicalId of Object.keys(template.Resources)) {
    resources.set(logicalId, await provision(logicalId, []));
  }
  const outputs: Record<string, string> = {};
  for (const [name, { Value }] of Object.entries(template.Outputs)) {
    outputs[name] = localize(String(await resolve(Value, createScope([]))));
  }
  const warnings = [...unknownTypes].map(
    ([type, ids]) =>
      `The embedded cloud does not support ${type}: ${ids.join(', ')} will be missing on this machine.`,
  );
  return { resources, outputs, warnings };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}
