import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { join } from 'node:path';
import { type EmbeddedCloud, startEmbeddedCloud } from '../../local/embedded-cloud.ts';
import { synthesize } from '../../local/synthesize.ts';
import { withTempFolder, writeMinimalSite } from '../support/temp-folder.ts';

type SynthesizeOptions = NonNullable<Parameters<typeof synthesize>[0]>;

/** Runs `use` with the product on the embedded cloud, without its site, and stops the cloud afterwards. */
export async function withCloud<T>(
  settings: Required<SynthesizeOptions>['settings'],
  use: (cloud: EmbeddedCloud) => Promise<T>,
  { instantModel = false } = {},
): Promise<T> {
  return withTempFolder('bench', async (folder) => {
    const site = await writeMinimalSite(join(folder, 'site'));
    const assembly = await synthesize({ site, outdir: join(folder, 'assembly'), settings });
    const cloud = await startEmbeddedCloud({ assembly, instantModel });
    try {
      return await use(cloud);
    } finally {
      await cloud.stop();
    }
  });
}

/** Creates a task that makes the four calls of one generation directly to the emulators, without the product's code. */
export function createFloor(cloud: EmbeddedCloud, prompt = 'a castle at sunset'): () => Promise<void> {
  const { region, endpoints } = cloud;
  const client = { region, credentials: LOCAL_CREDENTIALS };
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...client, endpoint: endpoints.DYNAMODB }),
  );
  const s3 = new S3Client({ ...client, endpoint: endpoints.S3 });
  const bedrock = new BedrockRuntimeClient({ ...client, endpoint: endpoints.BEDROCK_RUNTIME });
  const users = cloud.resource('DataUsers').ref;
  const ledger = cloud.resource('DataLedger').ref;
  const thumbnails = cloud.resource('DataThumbnails').ref;
  const rateLimits = cloud.resource('DataRateLimits').ref;
  const bucket = cloud.resource('ImagesBucket').ref;

  return async () => {
    const userId = `floor-${randomUUID()}`;
    const generationId = randomUUID();
    await dynamodb.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: thumbnails, Item: { userId, generationId, status: 'pending' } } },
          { Put: { TableName: ledger, Item: { userId, entryId: `spend#${generationId}`, amount: -1 } } },
          { Put: { TableName: users, Item: { id: userId, credits: 1 } } },
          { Put: { TableName: rateLimits, Item: { subject: userId, window: 'now', requests: 1 } } },
        ],
      }),
    );
    const { body } = await bedrock.send(
      new InvokeModelCommand({
        modelId: 'stability.stable-image-core-v1:1',
        contentType: 'application/json',
        body: JSON.stringify({ prompt, aspect_ratio: '16:9', output_format: 'png' }),
      }),
    );
    const { images } = JSON.parse(body.transformToString()) as { images: [string] };
    await s3.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: `images/${userId}/${generationId}.png`,
        Body: Buffer.from(images[0], 'base64'),
      }),
    );
    await dynamodb.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName: thumbnails,
              Key: { userId, generationId },
              UpdateExpression: 'SET #status = :succeeded',
              ExpressionAttributeNames: { '#status': 'status' },
              ExpressionAttributeValues: { ':succeeded': 'succeeded' },
            },
          },
          {
            Update: {
              TableName: users,
              Key: { id: userId },
              UpdateExpression: 'ADD credits :none',
              ExpressionAttributeValues: { ':none': 0 },
            },
          },
        ],
      }),
    );
  };
}
