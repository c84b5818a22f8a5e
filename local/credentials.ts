/** The AWS credentials of the embedded cloud. They are not secret: only the emulators of this machine accept them. */
export const LOCAL_CREDENTIALS = {
  accessKeyId: 'LOCALTHUMBFORGE00000',
  secretAccessKey: 'local/secret/of/the/embedded/cloud/thumbforge',
} as const;

/** The error of AWS services for an unknown access key ("Common Errors" of their API references). */
export const UNKNOWN_ACCESS_KEY = {
  type: 'UnrecognizedClientException',
  message: 'The security token included in the request is invalid.',
} as const;

/** Whether a request is signed with the local access key. Only the S3 emulator verifies the signature itself. */
export function hasLocalAccessKey(authorization: string | undefined): boolean {
  return authorization?.includes(` Credential=${LOCAL_CREDENTIALS.accessKeyId}/`) === true;
}

export const LOCAL_ACCOUNT = '000000000000';

/** The keys of the local Stripe. They are not secret either. */
export const LOCAL_STRIPE = {
  apiKey: 'sk_test_local_thumbforge',
  webhookSecret: 'whsec_local_thumbforge',
} as const;
