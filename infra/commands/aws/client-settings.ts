/**
 * What every AWS client of a command is made with. Credentials come as the AWS CLI takes them: from the environment, a
 * profile, or the machine's role.
 */
export function clientSettings(region: string) {
  return {
    region,
    maxAttempts: 2,
    requestHandler: {
      // In milliseconds. Without throwOnRequestTimeout the SDK only warns.
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
}
