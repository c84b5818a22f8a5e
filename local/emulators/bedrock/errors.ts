/** The errors of InvokeModel and their statuses (Amazon Bedrock API reference, InvokeModel, "Errors"). */
const STATUS = {
  AccessDeniedException: 403,
  InternalServerException: 500,
  ResourceNotFoundException: 404,
  ThrottlingException: 429,
  ValidationException: 400,
  // Not Bedrock's own: what stands in front of every AWS service answers with these.
  IncompleteSignatureException: 403,
  InvalidSignatureException: 403,
  MissingAuthenticationTokenException: 403,
  RequestEntityTooLargeException: 413,
  UnknownOperationException: 404,
} as const;

type ErrorType = keyof typeof STATUS;

/** A refusal, as Bedrock words it. */
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

/** Unknown ids and models that the caller's region lacks are told apart by nobody: Bedrock says this to both. */
export function invalidIdentifier(): BedrockError {
  return new BedrockError('ValidationException', 'The provided model identifier is invalid.');
}
