import {
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseCommandOutput,
} from '@aws-sdk/client-bedrock-runtime';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { suggestEditResponse } from '../../contract/edit-suggestion-schemas.ts';
import { handler } from '../../functions/suggest-edit.ts';
import { createConverse } from '../../local/emulators/bedrock/converse.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';
import { bedrock, dynamodb, resetCloud } from './support/cloud.ts';
import { REFUSED_SENTENCES, SENTENCES } from './support/edit-sentences.ts';
import { call } from './support/event.ts';
import { GENERATION, succeededRow } from './support/thumbnail-rows.ts';

const converse = createConverse();
const DESIGN_WITH_TEXT = { ...DESIGN, layers: [{ ...TEXT_LAYER, text: 'MY CASTLE' }] };

/** The stand-in's text model, without the wire. */
beforeEach(() => {
  resetCloud();
  dynamodb.on(GetCommand).resolves({});
  dynamodb
    .on(GetCommand, { TableName: 'thumbnails' })
    .resolves({ Item: succeededRow({ design: JSON.stringify(DESIGN_WITH_TEXT), designVersion: 1 }) });
  dynamodb.on(UpdateCommand).resolves({});
  bedrock.on(ConverseCommand).callsFake(
    ({ system, messages, inferenceConfig }: ConverseCommandInput) =>
      converse({
        modelId: 'us.amazon.nova-micro-v1:0',
        region: 'us-west-2',
        body: { system, messages, inferenceConfig },
        disconnected: new AbortController().signal,
      }) as Promise<ConverseCommandOutput>,
  );
});

const suggest = (instruction: string) =>
  call(handler, {
    routeKey: 'POST /api/edit-suggestions',
    body: { thumbnailId: GENERATION, instruction },
  });

it('the set has 100 sentences, of which at least 15 are refused', () => {
  expect(SENTENCES.length + REFUSED_SENTENCES.length).toBeGreaterThanOrEqual(100);
  expect(REFUSED_SENTENCES.length).toBeGreaterThanOrEqual(15);
});

it.each(SENTENCES)('suggests for "%s" what it asks for', async (sentence, suggestion) => {
  const { status, body } = await suggest(sentence);

  expect({ status, body }).toEqual({ status: 200, body: { suggestion } });
  expect(z.safeParse(suggestEditResponse, body).success).toBe(true);
});

it.each(REFUSED_SENTENCES)('suggests nothing for "%s" and asks instead', async (sentence) => {
  expect(await suggest(sentence)).toMatchObject({
    status: 200,
    body: {
      suggestion: {
        kind: 'unclear',
        question: expect.stringMatching(/^[A-Z].{5,199}\?$|^[A-Z].*\.$/) as string,
      },
    },
  });
});
