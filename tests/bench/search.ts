import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { newCreator } from '../support/cloud/creator.ts';
import { withCloud } from './cloud.ts';
import { median, type Section } from './report.ts';

const THUMBNAILS = 2_000;
const ROUNDS = 9;
const MAX_MS = 300;
/** DynamoDB's limit. */
const BATCH = 25;

/** Measures searches of a library through the API: for a common word, for the oldest thumbnail, and for none. */
export async function measureSearch(): Promise<Section> {
  return withCloud({}, async (cloud) => {
    const creator = await newCreator(cloud);
    await creator.generate('a castle');
    await fillLibrary(cloud, creator.userId);
    const rows: { words: string; first: number; middle: number }[] = [];
    for (const words of ['castle', 'oldest', 'nowhere']) {
      const times: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const start = performance.now();
        const { status } = await creator.get(`/api/thumbnails?search=${words}`);
        if (status !== 200) throw new Error(`A search responded ${status}.`);
        times.push(performance.now() - start);
      }
      const [first = 0, ...others] = times;
      rows.push({ words, first, middle: median(others) });
    }
    return {
      title: 'Search',
      description: `A first result among ${THUMBNAILS.toLocaleString('en')} thumbnails with prompts of 220 characters: the first search, and the median of ${ROUNDS} more. The budget is ${MAX_MS} ms.`,
      header: ['word', 'first ms', 'median ms'],
      rows: rows.map(({ words, first, middle }) => [words, first.toFixed(0), middle.toFixed(0)]),
      failures: rows
        .filter(({ middle }) => middle > MAX_MS)
        .map(({ words, middle }) => `a search for "${words}" takes ${middle.toFixed(0)} ms`),
    };
  });
}

/** Copies the creator's only thumbnail to older ones, the oldest with a word of its own. */
async function fillLibrary(cloud: EmbeddedCloud, userId: string): Promise<void> {
  const [row] = await inspectCloud(cloud).thumbnails(userId);
  const dynamodb = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: cloud.region,
      endpoint: cloud.endpoints.DYNAMODB,
      credentials: LOCAL_CREDENTIALS,
    }),
  );
  const copies = Array.from({ length: THUMBNAILS }, (_, age) => {
    const createdAt = new Date(Date.now() - (age + 1) * 60_000).toISOString();
    const words = age === THUMBNAILS - 1 ? 'the oldest' : 'a castle';
    const prompt = `${words} ${'on a cliff above the sea '.repeat(9)}`.slice(0, 220);
    return { ...row, generationId: randomUUID(), createdAt, listedAt: createdAt, prompt };
  });
  for (let at = 0; at < copies.length; at += BATCH) {
    const puts = copies.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb.send(
      new BatchWriteCommand({ RequestItems: { [cloud.resource('DataThumbnails').ref]: puts } }),
    );
  }
}
