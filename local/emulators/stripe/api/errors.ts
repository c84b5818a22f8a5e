/** What an error answer says (Stripe API reference, "Errors"). */
interface ErrorDetails {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';
  message: string;
  code?: string;
  /** The parameter at fault, spelled as it was sent: `line_items[0][price]`. */
  param?: string;
}

/** An error as Stripe answers it. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, details: ErrorDetails) {
    super(details.message);
    this.name = 'StripeApiError';
    this.status = status;
    this.details = details;
  }

  /** The body of the answer. */
  body(): { error: ErrorDetails & { doc_url?: string } } {
    const { code } = this.details;
    if (code === undefined) return { error: this.details };
    const page = code.replaceAll('_', '-');
    return { error: { ...this.details, doc_url: `https://stripe.com/docs/error-codes/${page}` } };
  }
}

/** Thrown before an operation began: Stripe remembers no idempotent result for these ("Idempotent requests"). */
export class InvalidParamsError extends StripeApiError {
  constructor(message: string, param: string, code?: string) {
    super(400, { type: 'invalid_request_error', message, param, ...(code === undefined ? {} : { code }) });
    this.name = 'InvalidParamsError';
  }
}

/** A request that is well-formed but cannot be carried out. */
export function refused(message: string, { code, param }: { code?: string; param?: string } = {}) {
  return new StripeApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** Stripe would do this; the stand-in says that it does not, rather than pretend. */
export function notImplemented(what: string, param: string): InvalidParamsError {
  return new InvalidParamsError(`The local Stripe stand-in does not implement ${what}.`, param);
}

/**
 * An id that names nothing.
 * @param param where the id was sent; `id` means in the path, which is a 404, as everywhere else is a 400.
 */
export function missing(kind: string, id: string, param = 'id'): StripeApiError {
  return new StripeApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** Anything else is a fault of the stand-in or its disk. */
export function asStripeError(error: unknown): StripeApiError {
  if (error instanceof StripeApiError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StripeApiError(500, {
    type: 'api_error',
    message: `The Stripe stand-in failed: ${reason}`,
  });
}
