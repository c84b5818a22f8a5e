import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { LISTED_INDEX } from '#contract/tables.ts';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { newCreator } from '../support/cloud/creator.ts';
import { withCloud } from './cloud.ts';
import { measure, median, type Section } from './report.ts';

const THUMBNAILS = 2_000;
const ROUNDS = 9;
/** A search against one read of all pages of the list by the vendor's client alone. */
const MAX_RATIO = 3;
/** DynamoDB's limit. */
const BATCH = 25;

/**
 * Measures searches of a library through the API (for a common word, for the oldest thumbnail, and for a word that no
 * thumbnail has) next to their floor: a read of the whole list without the product's code, in the same round.
 */
export async function measureSearch(): Promise<Section> {
  return withCloud({}, async (cloud) => {
    const creator = await newCreator(cloud);
    await creator.generate('a castle');
    const library = openLibrary(cloud, creator.userId);
    await library.fill();
    const rows = [];
    for (const words of ['castle', 'oldest', 'nowhere']) {
      const search = async () => {
        const { status } = await creator.get(`/api/thumbnails?search=${words}`);
        if (status !== 200) throw new Error(`A search responded ${status}.`);
      };
      const first = await measure(search);
      const rounds: { own: number; floor: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push({ floor: await measure(() => library.readAll()), own: await measure(search) });
      }
      const own = median(rounds.map((round) => round.own));
      const ratio = median(rounds.map((round) => round.own / round.floor));
      rows.push({ words, first, own, ratio });
    }
    return {
      title: 'Search',
      description: `A first result among ${THUMBNAILS.toLocaleString('en')} thumbnails with prompts of 220 characters, against a read of the whole list by the client of DynamoDB alone: the first search, and the medians of ${ROUNDS} rounds. The budget is ${MAX_RATIO} ×.`,
      header: ['word', 'first ms', 'median ms', 'against its floor'],
      rows: rows.map(({ words, first, own, ratio }) => [
        words,
        first.toFixed(0),
        own.toFixed(0),
        `${ratio.toFixed(2)} ×`,
      ]),
      failures: rows
        .filter(({ ratio }) => ratio > MAX_RATIO)
        .map(
          ({ words, ratio }) =>
            `a search for "${words}" takes ${ratio.toFixed(2)} × a read of the list; the budget is ${MAX_RATIO}`,
        ),
    };
  });
}

/** Gives direct access to the list of a creator's thumbnails. */
function openLibrary(cloud: EmbeddedCloud, userId: string) {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: cloud.region,
      endpoint: cloud.endpoints.DYNAMODB,
      credentials: LOCAL_CREDENTIALS,
    }),
  );
  const table = cloud.resource('DataThumbnails').ref;
  return {
    /** Copies the creator's only thumbnail to older thumbnails. The oldest copy has a word that no other thumbnail has. */
    async fill(): Promise<void> {
      const [row] = await inspectCloud(cloud).thumbnails(userId);
      const copies = Array.from({ length: THUMBNAILS }, (_, age) => {
        const createdAt = new Date(Date.now() - (age + 1) * 60_000).toISOString();
        const words = age === THUMBNAILS - 1 ? 'the oldest' : 'a castle';
        const prompt = `${words} ${'on a cliff above the sea '.repeat(9)}`.slice(0, 220);
        return { ...row, generationId: randomUUID(), createdAt, listedAt: createdAt, prompt };
      });
      for (let at = 0; at < copies.length; at += BATCH) {
        const puts = copies.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }));
        await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
      }
    },
    /** Reads every page of the list. */
    async readAll(): Promise<void> {
      let count = 0;
      const pages = paginateQuery(
        { client },
        {
          TableName: table,
          IndexName: LISTED_INDEX,
          KeyConditionExpression: 'userId = :userId',
          ExpressionAttributeValues: { ':userId': userId },
        },
      );
      for await (const { Count = 0 } of pages) count += Count;
      if (count < THUMBNAILS) throw new Error(`The list has ${count} of ${THUMBNAILS} thumbnails.`);
    },
  };
}
