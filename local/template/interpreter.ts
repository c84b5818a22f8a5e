import { LOCAL_ACCOUNT } from '../credentials.ts';
import type { Assembly, TemplateResource } from './assembly.ts';

/** A provisioned resource, with the results of `Ref` and `Fn::GetAtt`. */
export interface Resource {
  ref: string;
  attributes?: Record<string, string>;
}

/** Provisions a resource of one type. In `properties`, all intrinsic functions are resolved, and all addresses are local. */
export type Provisioner = (logicalId: string, properties: unknown) => Resource | Promise<Resource>;

interface Interpretation {
  resources: ReadonlyMap<string, Resource>;
  outputs: Record<string, string>;
  /** A sentence for each resource type without a provisioner. */
  warnings: string[];
}

/**
 * Provisions every resource of a template once, dependencies first.
 * @param provisioners the provisioners by CloudFormation resource type.
 * @param localize replaces AWS addresses in a text by addresses of this machine.
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

  /**
   * Provisions a resource once.
   * @param path the resources that wait for this resource. If the path contains this resource, the reference is circular.
   */
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
/** The functions that look up values of the template for intrinsic functions. */
interface Scope {
  ref(name: string): Promise<string>;
  attribute(logicalId: string, attribute: string): Promise<string>;
}

type Intrinsic = (argument: unknown, scope: Scope) => Promise<unknown>;

/** The intrinsic functions that the template of the product uses (AWS CloudFormation template reference, "Intrinsic functions"). */
const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (name, scope) => scope.ref(asText(name)),

  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] = asList(argument).map(asText);
    return scope.attribute(logicalId, attribute.join('.'));
  },

  'Fn::Join': async (argument, scope) => {
    const [separator, parts] = asList(await resolve(argument, scope));
    return asList(parts).map(asText).join(asText(separator));
  },

  'Fn::Sub': async (argument, scope) => {
    const parts = asText(argument).split(/\$\{([^}]*)\}/);
    const replaced: string[] = [];
    // Every second part is a name.
    for (const [index, part] of parts.entries()) {
      replaced.push(index % 2 === 0 ? part : await scope.ref(part));
    }
    return replaced.join('');
  },
};

/**
 * Resolves every intrinsic function in a value of a template. The parts are resolved one after the other. Two parts that are resolved at
 * the same time could wait for each other in a circular reference, which neither of them would detect.
 * @throws Error that names an unsupported function.
 */
async function resolve(value: unknown, scope: Scope): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await resolve(item, scope));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;

  const entries: [string, unknown][] = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, argument] = only;
    const intrinsic = INTRINSICS[name];
    if (intrinsic !== undefined) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`The embedded cloud does not support ${name}.`);
  }
  const resolved: [string, unknown][] = [];
  for (const [key, item] of entries) resolved.push([key, await resolve(item, scope)]);
  return Object.fromEntries(resolved);
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new Error(`The template must have a list here, not ${JSON.stringify(value)}.`);
  return value;
}

function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`The template must have a text here, not ${JSON.stringify(value)}.`);
}
