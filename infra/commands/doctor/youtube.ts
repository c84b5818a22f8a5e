import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { z } from 'zod';
import { clientSettings } from '../aws.ts';
import { deployCommand, ok, unknown, warn, withPermission, type Check } from './check.ts';

const keySchema = z.object({ apiKey: z.string().trim().min(1) });

/** Whether the secret has a key of the YouTube Data API. Without one, links to channels by their handle do not work. */
export const youtubeKey: Check = {
  name: 'YouTube key',
  async probe({ settings: { stage, region, youtubeApiKey }, outputs }) {
    if (!youtubeApiKey) return [];
    const arn = (await outputs())?.['YoutubeSecretArn'];
    if (arn === undefined) {
      return unknown('The stage has no YouTube secret yet.', deployCommand({ stage }));
    }
    const secrets = new SecretsManagerClient(clientSettings(region));
    const { SecretString = '{}' } = await withPermission('secretsmanager:GetSecretValue', () =>
      secrets.send(new GetSecretValueCommand({ SecretId: arn })),
    );
    if (keySchema.safeParse(JSON.parse(SecretString)).success) return ok('The secret has a key.');
    return warn(
      'The secret has no key: links to channels by their handle do not work.',
      `Run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string '{"apiKey":"KEY"}'`,
    );
  },
};
