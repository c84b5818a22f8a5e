import { expect, it } from 'vitest';
import { dev, full, prod, type Cloud } from './support/cloud.ts';

/** The documents of the inline policies of each role, by stack and role. */
function listInlinePolicies(cloud: Cloud): [string, unknown[]][] {
  const attached = Object.values(cloud.all('AWS::IAM::Policy')).map(({ Properties }) => Properties);
  return Object.entries(cloud.all('AWS::IAM::Role')).map(([id, { Properties }]) => {
    const inline = (Properties['Policies'] ?? []) as Record<string, unknown>[];
    const own = attached.filter(({ Roles }) => JSON.stringify(Roles).includes(`"${id}`));
    return [
      `${cloud.directory.split('/').at(-1)} ${id}`,
      [...inline, ...own].map((policy) => policy['PolicyDocument']),
    ];
  });
}

const LONGEST: Record<string, string | undefined> = {
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-southeast-2',
};

/** Replaces the intrinsic functions of a template as CloudFormation does, with names of full length. For `JSON.stringify`. */
function expandNames(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Record<string, unknown>;
  const nameOf = (id: string) => `Thumbforge-prod-${id}-ABCDEFGHIJKL`;
  if (typeof Ref === 'string') return LONGEST[Ref] ?? nameOf(Ref);
  if (Array.isArray(attribute)) {
    return `arn:aws:dynamodb:ap-southeast-2:000000000000:table/${nameOf(String(attribute[0]))}`;
  }
  if (!Array.isArray(join)) return value;
  const [separator, parts] = join as [string, unknown[]];
  return parts.map((part) => expandNames('', part)).join(separator);
}

// "IAM and AWS STS quotas" of the IAM user guide: all inline policies of a role together, without white space.
it.each([dev, prod, full].flatMap((cloud) => listInlinePolicies(cloud)))(
  'a role is within the limit of 10,240 characters for its policies: %s',
  (_, documents) => {
    const sizes = documents.map((document) => JSON.stringify(document, expandNames).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_240);
  },
);
