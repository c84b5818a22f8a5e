import { LOCAL_ACCOUNT } from '../credentials.ts';
import type { Assembly, Resource } from './assembly.ts';
import { NO_VALUE, resolve, type Scope } from './intrinsics.ts';

/** What a made resource answers to `Ref` and `Fn::GetAtt`. */
export interface Made {
  ref: string;
  attributes?: Record<string, string>;
}

/** Makes one resource of a type. `properties` have every intrinsic function worked out. */
export type Maker = (logicalId: string, properties: unknown) => Made | Promise<Made>;

interface Interpretation {
  made: ReadonlyMap<string, Made>;
  /** What the stack tells of itself. */
  outputs: Record<string, unknown>;
  /** One sentence for each resource type without a maker. */
  warnings: string[];
}

/**
 * Walks a template and makes each resource, dependencies first: a resource is made when it, or one that refers to
 * it, is reached, and once.
 * @param makers by CloudFormation resource type.
 * @throws Error that names the resource which could not be made, or a circle of references.
 */
export async function interpret(
  { template, region, stackName }: Assembly,
  makers: Readonly<Record<string, Maker>>,
): Promise<Interpretation> {
  const making = new Map<string, Promise<Made>>();
  const unknownTypes = new Map<string, string[]>();

  const pseudo: Record<string, unknown> = {
    'AWS::Region': region,
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': `arn:aws:cloudformation:${region}:${LOCAL_ACCOUNT}:stack/${stackName}/local`,
    'AWS::NoValue': NO_VALUE,
  };

  /** @param path the resources that wait for this one: to meet one of them again is a circle. */
  const make = (logicalId: string, path: readonly string[]): Promise<Made> => {
    if (path.includes(logicalId)) {
      throw new Error(`The template refers in a circle: ${[...path, logicalId].join(' -> ')}.`);
    }
    const begun = making.get(logicalId) ?? makeOnce(logicalId, [...path, logicalId]);
    making.set(logicalId, begun);
    return begun;
  };

  const makeOnce = async (logicalId: string, path: readonly string[]): Promise<Made> => {
    const resource = template.Resources[logicalId];
    if (resource === undefined) throw new Error(`The template has no resource ${logicalId}.`);
    const maker = makers[resource.Type];
    if (maker === undefined) return unknown(logicalId, resource);
    const properties = await resolve(resource.Properties, scope(path));
    try {
      return await maker(logicalId, properties);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${logicalId} (${resource.Type}): ${reason}`, { cause: error });
    }
  };

  const unknown = (logicalId: string, { Type }: Resource): Made => {
    unknownTypes.set(Type, [...(unknownTypes.get(Type) ?? []), logicalId]);
    return { ref: logicalId };
  };

  const scope = (path: readonly string[]): Scope => ({
    async ref(name) {
      if (Object.hasOwn(pseudo, name)) return pseudo[name];
      const parameter = template.Parameters[name];
      if (parameter !== undefined) return parameter.Default;
      return (await make(name, path)).ref;
    },
    async attribute(logicalId, attribute) {
      const { attributes } = await make(logicalId, path);
      return attributes?.[attribute] ?? `${logicalId}.${attribute}`;
    },
    async condition(name) {
      return (await resolve(template.Conditions[name], scope(path))) === true;
    },
    mapping: (map, key, second) => template.Mappings[map]?.[key]?.[second],
  });

  for (const logicalId of Object.keys(template.Resources)) await make(logicalId, []);

  const made = new Map<string, Made>();
  for (const [logicalId, promise] of making) made.set(logicalId, await promise);
  const outputs: Record<string, unknown> = {};
  for (const [name, { Value }] of Object.entries(template.Outputs)) {
    outputs[name] = await resolve(Value, scope([]));
  }
  return { made, outputs, warnings: [...unknownTypes].map(([type, ids]) => sentence(type, ids)) };
}

function sentence(type: string, logicalIds: string[]): string {
  return `The embedded cloud does not know ${type}: ${logicalIds.join(', ')} will be missing here.`;
}
