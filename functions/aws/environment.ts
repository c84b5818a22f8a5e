/**
 * A setting that infra puts into this function's environment.
 * @throws Error naming the variable when it is absent: a deployment mistake, told at the cold start.
 */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is not set.`);
  return value;
}
