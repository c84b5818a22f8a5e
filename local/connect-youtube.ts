import type { SecretsEmulator } from './emulators/secrets/secrets.ts';

/** Stores the key of the YouTube Data API in the secret of the template, as an operator does after a deployment. */
export function connectYoutube(secrets: SecretsEmulator, apiKey: string): void {
  for (const [arn, value] of secrets.values()) {
    if (value.includes('"apiKey"') && !value.includes('webhookSecret')) {
      secrets.put(arn, JSON.stringify({ apiKey }));
    }
  }
}
