import { z } from 'zod';
import type { Iam } from '../../iam/iam.ts';
import { AwsJsonError, serveAwsJson } from '../aws-json.ts';

export type SecretsEmulator = Awaited<ReturnType<typeof startSecrets>>;

const VersionStages = ['AWSCURRENT'];
const getSecretValue = z.object({ SecretId: z.string() });
const putSecretValue = z.object({ SecretId: z.string(), SecretString: z.string() });

/** Emulates GetSecretValue and PutSecretValue (AWS Secrets Manager API reference). The ids are ARNs. */
export async function startSecrets({ iam }: { iam: Iam }) {
  const secrets = new Map<string, string>();
  const read = (id: string): string => {
    const value = secrets.get(id);
    if (value !== undefined) return value;
    const message = "Secrets Manager can't find the specified secret.";
    throw new AwsJsonError('ResourceNotFoundException', message);
  };
  const { endpoint, close } = await serveAwsJson({
    name: 'The local Secrets Manager',
    service: 'secretsmanager',
    iam,
    target: 'secretsmanager.',
    maxBodyBytes: 64 * 1024,
    findResource: (body) => getSecretValue.parse(body).SecretId,
    operations: {
      GetSecretValue(body) {
        const { SecretId } = getSecretValue.parse(body);
        return { ARN: SecretId, Name: SecretId, SecretString: read(SecretId), VersionStages };
      },
      PutSecretValue(body) {
        const { SecretId, SecretString } = putSecretValue.parse(body);
        read(SecretId);
        secrets.set(SecretId, SecretString);
        return { ARN: SecretId, Name: SecretId, VersionStages };
      },
    },
  });
  return {
    endpoint,
    /** Creates a secret, or replaces its value. */
    put: (arn: string, value: string) => void secrets.set(arn, value),
    /** Returns the values of all secrets by ARN. */
    values: (): ReadonlyMap<string, string> => secrets,
    close,
  };
}
