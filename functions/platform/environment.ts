/**
 * Reads a setting that infra writes into the environment of this function.
 * @throws Error that names the missing variable, so that a wrong deployment fails at the cold start.
 */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
