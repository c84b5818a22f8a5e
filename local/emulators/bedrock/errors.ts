import * as z from 'zod';

/** The errors of InvokeModel and their statuses (Amazon Bedrock API reference, InvokeModel, "Errors"). */
const STATUS = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  ModelErrorException: 424,
  ModelNotReadyException: 429,
  ServiceQuotaExceededException: 400,
  ServiceUnavailableException: 503,
  ThrottlingException: 429,
  ValidationException: 400,
  UnknownOperationException: 501,
} as const;

export type ErrorType = keyof typeof STATUS;

/** An error response in the shape of Bedrock. */
export class BedrockError extends Error {
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string) {
    super(message);
    this.name = 'BedrockError';
    this.type = type;
  }

  get status(): number {
    return STATUS[this.type];
  }
}

/** Bedrock answers an unknown model id and a model that is absent from the region with the same message. */
export function invalidIdentifier(): BedrockError {
  return new BedrockError('ValidationException', 'The provided model identifier is invalid.');
}

/**
 * Parses a request body.
 * @throws BedrockError ValidationException that names every invalid field.
 */
export function parseOrReject<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw malformedRequest(z.prettifyError(parsed.error));
}

export function malformedRequest(violations: string): BedrockError {
  const message = `Malformed input request: ${violations}, please reformat your input and try again.`;
  return new BedrockError('ValidationException', message);
}
