/**
 * An error as Amazon Cognito answers it: HTTP 400, its class in `__type` and `x-amzn-errortype`.
 * Classes: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html and the
 * "Errors" of each operation. Sentences: as the service was seen to answer them.
 */
export class CognitoError extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

export const notAuthorized = (message: string) => new CognitoError('NotAuthorizedException', message);
export const invalidParameter = (message: string) => new CognitoError('InvalidParameterException', message);
export const notFound = (message: string) => new CognitoError('ResourceNotFoundException', message);

export const wrongPassword = () => notAuthorized('Incorrect username or password.');
export const invalidSession = () => notAuthorized('Invalid session for the user.');
export const userNotFound = () => new CognitoError('UserNotFoundException', 'User does not exist.');
export const userNotConfirmed = () => new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
export const usernameExists = () =>
  new CognitoError('UsernameExistsException', 'An account with the given email already exists.');
export const aliasExists = () =>
  new CognitoError('AliasExistsException', 'An account with the given email already exists.');
export const codeMismatch = () =>
  new CognitoError('CodeMismatchException', 'Invalid verification code provided, please try again.');
export const codeExpired = () =>
  new CognitoError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
export const limitExceeded = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
