import { AwsJsonError } from '../aws-json.ts';

/**
 * The errors of Cognito. The classes come from the API reference ("Errors" of each operation). The messages are the messages of the real
 * service.
 */
export const notAuthorized = (message: string) => new AwsJsonError('NotAuthorizedException', message);
export const invalidParameter = (message: string) => new AwsJsonError('InvalidParameterException', message);

const define = (name: string, message: string) => () => new AwsJsonError(name, message);

export const wrongPassword = define('NotAuthorizedException', 'Incorrect username or password.');
export const invalidSession = define('NotAuthorizedException', 'Invalid session for the user.');
export const userNotFound = define('UserNotFoundException', 'User does not exist.');
export const userNotConfirmed = define('UserNotConfirmedException', 'User is not confirmed.');
export const usernameExists = define(
  'UsernameExistsException',
  'An account with the given email already exists.',
);
export const codeMismatch = define(
  'CodeMismatchException',
  'Invalid verification code provided, please try again.',
);
export const codeExpired = define(
  'ExpiredCodeException',
  'Invalid code provided, please request a code again.',
);
export const limitExceeded = define(
  'LimitExceededException',
  'Attempt limit exceeded, please try after some time.',
);
export const invalidLambdaResponse = define('InvalidLambdaResponseException', 'Unrecognizable lambda output');
