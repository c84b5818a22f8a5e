/**
 * Limits of one HTTP request to AWS, in milliseconds. A generation has 29 s in all and keeps the last 4 s for
 * storing and refunding, so no single data call may use them up.
 */
export const REQUEST_LIMITS = {
  connectionTimeout: 1_000,
  requestTimeout: 2_000,
  // Without this the SDK only warns when requestTimeout passes.
  throwOnRequestTimeout: true,
} as const;
