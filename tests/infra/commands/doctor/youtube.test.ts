import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { youtubeKey } from '../../../../infra/commands/doctor/youtube.ts';
import { resetAws, secrets } from '../../support/aws.ts';
import { runCheck } from '../../support/doctor.ts';

const arn = 'arn:aws:secretsmanager:::youtube';
const settings = { youtubeApiKey: true };
const deployed = { settings, outputs: () => Promise.resolve({ YoutubeSecretArn: arn }) };

describe('doctor, YouTube key:', () => {
  it('accepts a secret with a key, without printing it', async () => {
    resetAws();
    secrets.on(GetSecretValueCommand, { SecretId: arn }).resolves({ SecretString: '{"apiKey":"AIza1"}' });

    expect(await runCheck(youtubeKey, deployed)).toEqual(['ok The secret has a key.']);
  });

  it('explains how to store the key', async () => {
    resetAws();
    secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"apiKey":"","unused":"x"}' });

    expect(await runCheck(youtubeKey, deployed)).toEqual([
      'warn The secret has no key: links to channels by their handle do not work. -> ' +
        `Run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string '{"apiKey":"KEY"}'`,
    ]);
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
