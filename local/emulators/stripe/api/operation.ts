import { z } from 'zod';
import type { EmulatorState } from '../emulator-state.ts';

export const text = (maxLength = 5_000) => z.string().min(1).max(maxLength);

export const email = z.email({ pattern: z.regexes.html5Email });

export const url = z.url({ protocol: /^https?$/ });

export const integer = ({ min, max }: { min: number; max: number }) =>
  z
    .stringFormat('integer', /^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Metadata. An empty value removes its key (Stripe API reference, "Metadata"). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')))
  .default({});

/** An operation of the API, e.g. `POST /v1/customers`. */
export interface Operation {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path. `:id` stands for the id of the object. */
  path: string;
  /** Runs the operation. @throws StripeApiError, for example for invalid parameters. */
  run: (state: EmulatorState, form: unknown, id: string) => object;
}

export function operation<Fields extends z.ZodRawShape>(
  method: Operation['method'],
  path: string,
  fields: Fields,
  run: (state: EmulatorState, params: z.output<z.ZodObject<Fields>>, id: string) => object,
): Operation {
  const schema = z.strictObject(fields);
  return { method, path, run: (state, form, id) => run(state, parseParams(schema, form), id) };
}

/**
 * The parameter that each list has. Events also have the pagination parameter `starting_after`. The emulator has no other pagination
 * parameter.
 */
export const PAGE = { limit: integer({ min: 1, max: 100 }).default(10) };

/**
 * Returns the first page of a list, newest first.
 * @param rows the rows, oldest first.
 * @param params the limit, and the values that the fields of a row must have.
 */
export function listPage<Row extends object>(
  rows: Iterable<Row>,
  { limit, ...filter }: z.output<z.ZodObject<typeof PAGE>>,
  url: string,
) {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined);
  const matches = [...rows]
    .toReversed()
    .filter((row) => conditions.every(([name, value]) => Reflect.get(row, name) === value));
  return { object: 'list', data: matches.slice(0, limit), has_more: matches.length > limit, url };
}

/** The error codes by the format of a parameter. */
const FORMAT_CODES: Partial<Record<string, string>> = {
  email: 'email_invalid',
  url: 'url_invalid',
  integer: 'parameter_invalid_integer',
};

/**
 * Parses the parameters of an operation. Stripe documents more parameters than the emulator has. The emulator refuses these parameters as
 * unknown, because ignoring a parameter would give a wrong result.
 * @throws StripeApiError for the first invalid parameter.
 */
function parseParams<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const param = formatName([...issue.path, ...issue.keys.slice(0, 1)]);
    throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = formatName(issue?.path ?? []);
  if (issue?.input === undefined) {
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const code = issue.code === 'invalid_format' ? FORMAT_CODES[issue.format] : undefined;
  throw invalidRequest(`${issue.message} (${param})`, { code, param });
}

/** Formats the name of a parameter, e.g. `line_items[0][price]`. */
function formatName([first = '', ...rest]: readonly PropertyKey[]): string {
  return String(first) + rest.map((key) => `[${String(key)}]`).join('');
}
/** The fields of an error response (Stripe API reference, "Errors"). */
interface ErrorDetails {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string | undefined;
  /** The invalid parameter as the client sent it, e.g. `line_items[0][price]`. */
  param?: string | undefined;
}

/** An error that the API returns in Stripe's format. */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

export function invalidRequest(
  message: string,
  { code, param }: Pick<ErrorDetails, 'code' | 'param'> = {},
): StripeApiError {
  return new StripeApiError(400, { type: 'invalid_request_error', message, code, param });
}

/**
 * Looks up an object by its id.
 * @param param the name of the parameter with the id. `id` stands for the id in the path.
 * @throws StripeApiError 404 for an unknown id in the path, 400 for an unknown id in a parameter.
 */
export function getResource<T>(table: ReadonlyMap<string, T>, kind: string, id: string, param = 'id'): T {
  const found = table.get(id);
  if (found !== undefined) return found;
  throw new StripeApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}
