import { CfnElement, CfnResource, type Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';

/** The size of a part of a stack that has a limit. */
interface Measurement {
  /** Logical ID of the resource. */
  id: string;
  part: 'environment' | 'policies';
  size: number;
  limit: number;
}

const LIMITS = {
  /**
   * Lambda refuses more than 4,096 bytes ("Lambda quotas"). AWS generates names, whose length is estimated, so 256 bytes
   * stay free.
   */
  environment: 3_840,
  /** IAM counts all inline policies of a role together ("IAM and AWS STS quotas"). */
  policies: 10_240,
} as const;

/**
 * The functions and roles of a stack that AWS would refuse, which makes a deployment fail halfway, each with what to change.
 * @returns an empty list if everything fits.
 */
export function listExceededLimits(stack: Stack): string[] {
  return measureStack(stack)
    .filter(({ size, limit }) => size > limit)
    .map(
      ({ id, part, size, limit }) =>
        `The ${part} of ${id} would have the size ${size}, and the limit is ${limit}. ` +
        'Name fewer models in the settings models and services, or choose a shorter stage or domain name.',
    );
}

/** The environment of every function, and the inline policies of every role. */
export function measureStack(stack: Stack): Measurement[] {
  const expand = createExpander(stack);
  const elements = stack.node.findAll().filter((construct) => CfnElement.isCfnElement(construct));
  // Resolved once, not once for each role: resolving takes most of the time.
  const attached = elements
    .filter((element) => element instanceof iam.CfnPolicy)
    .map((policy) => ({ policy, roles: JSON.stringify(stack.resolve(policy.roles)) }));
  return elements.flatMap((element): Measurement[] => {
    if (!(element instanceof lambda.CfnFunction || element instanceof iam.CfnRole)) return [];
    const id = resolveText(stack, element.logicalId);
    if (element instanceof lambda.CfnFunction) {
      const { variables = {} } = (stack.resolve(element.environment) ?? {}) as { variables?: unknown };
      return [
        { id, part: 'environment', size: measureEnvironment(expand(variables)), limit: LIMITS.environment },
      ];
    }
    const inline = (stack.resolve(element.policies) ?? []) as { policyDocument: unknown }[];
    const own = attached.flatMap(({ policy, roles }) => (roles.includes(`"${id}"`) ? [policy] : []));
    const documents = [...inline, ...own].map(({ policyDocument }) => expand(stack.resolve(policyDocument)));
    return [{ id, part: 'policies', size: measurePolicies(documents), limit: LIMITS.policies }];
  });
}

const resolveText = (stack: Stack, token: string) => String(stack.resolve(token));

/** The size as Lambda measures it: bytes of the JSON with names, quotes and commas, and with the escaped quotes of values. */
export function measureEnvironment(variables: unknown): number {
  return Buffer.byteLength(JSON.stringify(variables));
}

/** The size as IAM measures it: characters of all documents without white space. */
function measurePolicies(documents: readonly unknown[]): number {
  return documents.reduce<number>((sum, document) => sum + JSON.stringify(document).length, 0);
}

/** Values of the length that AWS generates. */
const ACCOUNT = '000000000000';
const SUFFIX = 'ABCDEFGHIJKL';

/** Replaces the intrinsic functions of a resolved template as CloudFormation does, with names of the length that AWS generates. */
function createExpander(stack: Stack): (value: unknown) => unknown {
  const types = new Map<string, string>();
  for (const construct of stack.node.findAll()) {
    if (CfnResource.isCfnResource(construct)) {
      types.set(resolveText(stack, construct.logicalId), construct.cfnResourceType);
    }
  }
  const names = new Names(stack, types);
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
    if (typeof Ref === 'string') return names.expandRef(Ref);
    if (Array.isArray(attribute)) return names.expandAttribute(String(attribute[0]), String(attribute[1]));
    if (Array.isArray(join)) {
      const [separator, parts] = join as [string, unknown[]];
      return parts.map(expand).join(separator);
    }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expand(child)]));
  };
  return expand;
}

/** The names and addresses that AWS gives to the resources of a stack. */
class Names {
  readonly #stack: Stack;
  readonly #types: ReadonlyMap<string, string>;

  constructor(stack: Stack, types: ReadonlyMap<string, string>) {
    this.#stack = stack;
    this.#types = types;
  }

  expandRef(id: string): string {
    const { region } = this.#stack;
    switch (id) {
      case 'AWS::AccountId':
        return ACCOUNT;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::Region':
        return region;
    }
    switch (this.#types.get(id)) {
      case 'AWS::SQS::Queue':
        return `https://sqs.${region}.amazonaws.com/${ACCOUNT}/${this.#name(id, 80)}`;
      case 'AWS::SecretsManager::Secret':
        return this.#arn('secretsmanager', `secret:${id}-${SUFFIX}-ABCDEF`);
      case 'AWS::CloudFront::PublicKey':
        return 'K0000000000000';
      case 'AWS::Cognito::UserPool':
        return `${region}_ABCDEFGHI`;
      case 'AWS::S3::Bucket':
        return this.#name(id, 63);
      default:
        return this.#name(id, 255);
    }
  }

  /** A resource without a known form gets the ARN of a table, whose name is never shortened. */
  expandAttribute(id: string, attribute: string): string {
    if (attribute === 'DomainName') return 'd0000000000000.cloudfront.net';
    switch (this.#types.get(id)) {
      case 'AWS::SQS::Queue':
        return this.#arn('sqs', this.#name(id, 80));
      case 'AWS::S3::Bucket':
        return `arn:aws:s3:::${this.#name(id, 63)}`;
      case 'AWS::Cognito::UserPool':
        return this.#arn('cognito-idp', `userpool/${this.expandRef(id)}`);
      default:
        return this.#arn('dynamodb', `table/${this.#name(id, 255)}`);
    }
  }

  #name(id: string, most: number): string {
    const { stackName } = this.#stack;
    return `${stackName}-${id}`.slice(0, most - SUFFIX.length - 1) + `-${SUFFIX}`;
  }

  #arn(service: string, resource: string): string {
    return `arn:aws:${service}:${this.#stack.region}:${ACCOUNT}:${resource}`;
  }
}
