/** The one AWS identity of the embedded cloud. Not a secret: it opens nothing but this machine's own emulators. */
export const LOCAL_CREDENTIALS = {
  accessKeyId: 'LOCALTHUMBFORGE00000',
  secretAccessKey: 'local/secret/of/the/embedded/cloud/thumbforge',
} as const;

export const LOCAL_ACCOUNT = '000000000000';

/** What the Stripe stand-in takes and signs with. Not secrets either. */
export const LOCAL_STRIPE = {
  apiKey: 'sk_test_local_thumbforge',
  webhookSecret: 'whsec_local_thumbforge',
} as const;
