import type * as z from 'zod';
import { BedrockError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Parses a request body. Its error has the wording of Bedrock's JSON schema validator, for instance
 * `Malformed input request: #: extraneous key [steps] is not permitted, please reformat your input and try again.`
 * @throws BedrockError ValidationException that names every invalid field.
 */
export function parseOrReject<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw malformedRequest(parsed.error.issues.flatMap(describeIssue).join(', '));
}

export function malformedRequest(violations?: string): BedrockError {
  const reason = violations === undefined ? '' : `: ${violations}`;
  return new BedrockError(
    'ValidationException',
    `Malformed input request${reason}, please reformat your input and try again.`,
  );
}

function describeIssue(issue: Issue): string[] {
  const { input, path } = issue;
  const field = formatPointer(path);
  const isMissing = input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  if (isMissing) {
    return [`${formatPointer(path.slice(0, -1))}: required key [${String(path.at(-1) ?? '')}] not found`];
  }
  const value = typeof input === 'string' ? input : JSON.stringify(input);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${field}: extraneous key [${key}] is not permitted`);
    case 'invalid_type':
      return [
        `${field}: expected type: ${JVM_TYPES[issue.expected] ?? issue.expected}, found: ${jvmType(input)}`,
      ];
    case 'invalid_value':
      return [`${field}: ${value} is not a valid enum value`];
    case 'too_big':
      return typeof input === 'string'
        ? [`${field}: expected maxLength: ${issue.maximum}, actual: ${input.length}`]
        : [`${field}: ${value} is not less or equal to ${issue.maximum}`];
    case 'too_small':
      return typeof input === 'string'
        ? [`${field}: expected minLength: ${issue.minimum}, actual: ${input.length}`]
        : [`${field}: ${value} is not greater or equal to ${issue.minimum}`];
    default:
      return [`${field}: ${issue.message}`];
  }
}

/** `['options', 'seed']` as `#/options/seed`. */
function formatPointer(path: readonly PropertyKey[]): string {
  return ['#', ...path.map(String)].join('/');
}

/** zod's type names, as a JSON schema validator on the JVM spells them. */
const JVM_TYPES: Partial<Record<string, string>> = {
  boolean: 'Boolean',
  int: 'Integer',
  number: 'Number',
  object: 'JSONObject',
  string: 'String',
};

function jvmType(value: unknown): string {
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'JSONArray';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'BigDecimal';
  return JVM_TYPES[typeof value] ?? typeof value;
}
