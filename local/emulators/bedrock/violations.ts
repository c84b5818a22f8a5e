import type * as z from 'zod';
import { BedrockError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Parses a request body, or refuses it in the words of Bedrock's JSON schema validator, for instance
 * `Malformed input request: #: extraneous key [steps] is not permitted, please reformat your input and try again.`
 * @throws BedrockError ValidationException that names every field at fault.
 */
export function parseOrRefuse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw malformed(parsed.error.issues.flatMap(violations).join(', '));
}

export function malformed(violation?: string): BedrockError {
  const reason = violation === undefined ? '' : `: ${violation}`;
  return new BedrockError(
    'ValidationException',
    `Malformed input request${reason}, please reformat your input and try again.`,
  );
}

function violations(issue: Issue): string[] {
  const at = pointer(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${at}: extraneous key [${key}] is not permitted`);
    case 'invalid_type':
      return [issue.input === undefined ? missing(issue.path) : `${at}: ${wrongType(issue)}`];
    case 'invalid_value':
      return [
        issue.input === undefined
          ? missing(issue.path)
          : `${at}: ${shown(issue.input)} is not a valid enum value`,
      ];
    case 'too_big':
      return [
        typeof issue.input === 'string'
          ? `${at}: expected maxLength: ${issue.maximum}, actual: ${issue.input.length}`
          : `${at}: ${shown(issue.input)} is not less or equal to ${issue.maximum}`,
      ];
    case 'too_small':
      return [
        typeof issue.input === 'string'
          ? `${at}: expected minLength: ${issue.minimum}, actual: ${issue.input.length}`
          : `${at}: ${shown(issue.input)} is not greater or equal to ${issue.minimum}`,
      ];
    case 'not_multiple_of':
      return [`${at}: ${shown(issue.input)} is not a multiple of ${issue.divisor}`];
    default:
      return [`${at}: ${issue.message}`];
  }
}

function shown(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

/** `['imageGenerationConfig', 'seed']` as `#/imageGenerationConfig/seed`. */
function pointer(path: readonly PropertyKey[]): string {
  return ['#', ...path.map(String)].join('/');
}

function missing(path: readonly PropertyKey[]): string {
  return `${pointer(path.slice(0, -1))}: required key [${String(path.at(-1) ?? '')}] not found`;
}

function wrongType({ expected, input }: z.core.$ZodIssueInvalidType): string {
  return `expected type: ${EXPECTED[expected] ?? expected}, found: ${jsonType(input)}`;
}

/** zod's names of types, as a JSON schema validator on the JVM says them. */
const EXPECTED: Partial<Record<string, string>> = {
  int: 'Integer',
  number: 'Number',
  object: 'JSONObject',
  string: 'String',
};

function jsonType(value: unknown): string {
  if (value === null) return 'Null';
  if (Array.isArray(value)) return 'JSONArray';
  if (typeof value === 'number') return Number.isInteger(value) ? 'Integer' : 'BigDecimal';
  if (typeof value === 'string') return 'String';
  return typeof value === 'boolean' ? 'Boolean' : 'JSONObject';
}
