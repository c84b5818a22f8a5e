import { z } from 'zod';

/** The types of the resources whose data a deployment cannot restore, with the property by which an import identifies a resource. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  'AWS::Cognito::UserPool': 'UserPoolId',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SecretsManager::Secret': 'Id',
};

const resourceSchema = z.object({
  Type: z.string(),
  DeletionPolicy: z.string().default('Delete'),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const templateSchema = z.object({ Resources: z.record(z.string(), resourceSchema) });

/** A resource as an import expects it. */
interface RecoveredResource {
  Type: string;
  DeletionPolicy: 'Retain';
  UpdateReplacePolicy: 'Retain';
  Properties: Record<string, unknown>;
}

export interface RecoveryTemplate {
  Description: string;
  Resources: Record<string, RecoveredResource>;
}

/**
 * Creates the template that imports the kept resources of a deleted stack into a new stack. An import allows no other
 * resources, so the template omits each property that refers to another resource. The property of the resource does not change,
 * and the next deployment sets it.
 * @param template the template of the whole stack.
 */
export function createRecoveryTemplate(template: unknown): RecoveryTemplate {
  const { Resources } = templateSchema.parse(template);
  const kept = Object.entries(Resources).filter(
    ([, { Type, DeletionPolicy }]) => Type in IDENTIFIERS && DeletionPolicy.startsWith('Retain'),
  );
  const known = new Set(kept.map(([id]) => id));
  return {
    Description: 'Thumbforge: the data of a deleted stack. Deploy the stage to complete the stack',
    Resources: Object.fromEntries(
      kept.map(([id, { Type, Properties }]) => [
        id,
        {
          Type,
          DeletionPolicy: 'Retain',
          UpdateReplacePolicy: 'Retain',
          Properties: Object.fromEntries(
            Object.entries(Properties).filter(([, value]) =>
              listReferences(value).every((name) => known.has(name) || name.startsWith('AWS::')),
            ),
          ),
        } as const,
      ]),
    ),
  };
}

/** The property by which an import identifies a resource of this type. @throws Error for a type without one. */
export function findIdentifier(type: string): string {
  const name = IDENTIFIERS[type];
  if (name === undefined) throw new Error(`A resource of the type ${type} cannot be recovered.`);
  return name;
}

/** The logical IDs and parameters that a part of a template refers to. */
export function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (key === 'Ref') return [String(part)];
    if (key === 'Fn::GetAtt') return [String(Array.isArray(part) ? part[0] : part).replace(/\..*/, '')];
    if (key === 'Fn::Sub') return listSubstitutions(part);
    return listReferences(part);
  });
}

/** `${Id}` and `${Id.Attribute}`, but neither `${!Literal}` nor a name that the substitution defines itself. */
function listSubstitutions(part: unknown): string[] {
  const [text, variables] = Array.isArray(part) ? (part as [unknown, object?]) : [part];
  const names = [...String(text).matchAll(/\$\{([^!}.]+)[^}]*\}/g)].map(([, name = '']) => name);
  return [...names.filter((name) => !(name in (variables ?? {}))), ...listReferences(variables)];
}
