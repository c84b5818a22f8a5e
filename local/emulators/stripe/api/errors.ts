/** The fields of an error response (Stripe API reference, "Errors"). */
interface ErrorDetails {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string | undefined;
  /** The invalid parameter as it was sent: `line_items[0][price]`. */
  param?: string | undefined;
}

/** An error that the API answers in Stripe's format. */
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
 * @param param name of the parameter that holds the id; `id` is the one in the path.
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
