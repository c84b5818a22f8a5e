import { z } from 'zod';
import { invalidRequest, type StripeApiError } from './errors.ts';

export const text = (maxLength = 5_000) =>
  z
    .string()
    .min(1, 'An empty string is not allowed. Remove the parameter or provide a value.')
    .max(maxLength, `Invalid string: must be at most ${maxLength} characters`);

export const email = z.email({ pattern: z.regexes.html5Email, error: 'Invalid email address' });

export const url = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });

export const integer = ({ min, max }: { min: number; max: number }) =>
  z
    .stringFormat('integer', /^-?\d{1,15}$/, 'Invalid integer')
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `This value must be greater than or equal to ${min}.`)
        .max(max, `This value must be less than or equal to ${max}.`),
    );

export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A key with an empty value is removed (Stripe API reference, "Metadata"). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')))
  .default({});

/** The error codes of the string formats above. */
const FORMAT_CODES: Partial<Record<string, string>> = {
  email: 'email_invalid',
  url: 'url_invalid',
  integer: 'parameter_invalid_integer',
};

/**
 * Reads the parameters of an operation. Stripe documents more parameters than the emulator has. It refuses these as
 * unknown, because ignoring one would give a wrong result.
 * @throws StripeApiError for the first invalid parameter.
 */
export function parseParams<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? result.error : toStripeError(issue);
}

function toStripeError(issue: z.core.$ZodIssue): StripeApiError {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => parameterName([...issue.path, key]));
    const message = `Received unknown parameters: ${names.join(', ')}`;
    return invalidRequest(message, { code: 'parameter_unknown', param: names[0] });
  }
  const param = parameterName(issue.path);
  if (issue.input === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const code = issue.code === 'invalid_format' ? FORMAT_CODES[issue.format] : undefined;
  return invalidRequest(issue.message, { code, param });
}

/** `line_items[0][price]` */
function parameterName([first = '', ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join('');
}
