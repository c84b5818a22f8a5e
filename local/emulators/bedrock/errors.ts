/** The errors of InvokeModel and their statuses (Amazon Bedrock API reference, InvokeModel, "Errors"). */
const STATUS = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  ModelErrorException: 424,
  ModelNotReadyException: 429,
  ServiceQuotaExceededException: 400,
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
