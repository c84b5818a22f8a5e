import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createExternalSecret } from '../../infra/constructs/external-secret.ts';
import { full } from './support/cloud.ts';

const SECRET = 'AWS::SecretsManager::Secret';
/**
 * The generated values of the secrets, by their logical IDs, as stages have them since November 2026. This is no snapshot that
 * `--update` writes. Add the secrets of a new logical ID to it, and never change one.
 */
const DEPLOYED = new URL('snapshots/secrets.deployed.json', import.meta.url);

/** The logical ID of a secret with these fields. */
function nameSecret(fields: string[]): string[] {
  const stack = new Stack();
  createExternalSecret(stack, 'Stripe', {
    description: 'Keys',
    fields,
    rotation: 'By hand.',
    keepData: true,
  });
  return Object.keys(Template.fromStack(stack).findResources(SECRET));
}

// CloudFormation generates a new value after any change of GenerateSecretString, and the keys that an operator stored are lost.
it('no deployed secret gets a new value: a secret keeps its fields, or other fields have another logical ID', async () => {
  const deployed = JSON.parse(await readFile(DEPLOYED, 'utf8')) as Record<string, unknown>;
  const generated = Object.entries(full.template.findResources(SECRET)).map(
    ([id, { Properties }]) => [id, (Properties as Record<string, unknown>)['GenerateSecretString']] as const,
  );

  for (const [id, value] of generated) expect([id, value]).toEqual([id, deployed[id]]);
});

it('a secret with other fields is a new secret, and its keys are stored again', () => {
  const first = nameSecret(['apiKey', 'webhookSecret']);
  const second = nameSecret(['apiKey', 'webhookSecret', 'oldWebhookSecret']);
  const third = nameSecret(['apiKey']);

  expect(first).toEqual([expect.stringMatching(/^StripeSecret[0-9A-F]{8}$/)]);
  expect(new Set([...first, ...second, ...third]).size).toBe(3);
});
