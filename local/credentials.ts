/**
 * The administrator's credentials, for the tools, the tests and the operators' commands. Each function has other credentials. The
 * credentials are not secret, because only the emulators of this machine accept them.
 */
export const LOCAL_CREDENTIALS = {
  accessKeyId: 'LOCALTHUMBFORGE00000',
  secretAccessKey: 'local/secret/of/the/embedded/cloud/thumbforge',
} as const;

export const LOCAL_ACCOUNT = '000000000000';

export function createArn(service: string, region: string, resource: string): string {
  return `arn:aws:${service}:${region}:${LOCAL_ACCOUNT}:${resource}`;
}

/** The keys of the local Stripe. These keys are not secret either. */
export const LOCAL_STRIPE = {
  apiKey: 'sk_test_local_thumbforge',
  webhookSecret: 'whsec_local_thumbforge',
} as const;
