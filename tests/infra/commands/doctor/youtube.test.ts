import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { youtubeKey } from '../../../../infra/commands/doctor/youtube.ts';
import { resetAws, secrets } from '../../support/aws.ts';
import { runCheck } from '../../support/doctor.ts';

const arn = 'arn:aws:secretsmanager:::youtube';
const settings = { youtubeApiKey: true };
const deployed = { settings, outputs: () => Promise.resolve({ YoutubeSecretArn: arn }) };

describe('doctor, YouTube key:', () => {
  it.each([
    ['{"apiKey":"AIza1"}', 'ok The secret has a key.'],
    [
      '{"apiKey":"","unused":"x"}',
      `warn The secret has no key: links to channels by their handle do not work. -> Run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string '{"apiKey":"KEY"}'`,
    ],
  ])('reports the secret %s without printing it', async (SecretString, finding) => {
    resetAws();
    secrets.on(GetSecretValueCommand, { SecretId: arn }).resolves({ SecretString });

    expect(await runCheck(youtubeKey, deployed)).toEqual([finding]);
  });

  it.each([
    ['has nothing to say about a stage without the setting', {}, []],
    [
      'asks for a deployment before the secret exists',
      { settings },
      ['? The stage has no YouTube secret yet. -> Run: npm run deploy -- --stage try'],
    ],
  ])('%s', async (_, changes, findings) => {
    expect(await runCheck(youtubeKey, changes)).toEqual(findings);
  });
});
