import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { suggestEditResponse } from '#contract/endpoints/suggestion-schemas.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';
import { REFUSED_SENTENCES, SENTENCES } from './support/edit-sentences.ts';
import { callEndpoint } from './support/endpoint.ts';
import { USER } from './support/event.ts';
import { answerAsStandIn, prepareTextModel } from './support/text-model.ts';
import { GENERATION, succeededRow } from './support/thumbnail-rows.ts';

const DESIGN_WITH_TEXT = { ...DESIGN, layers: [{ ...TEXT_LAYER, text: 'MY CASTLE' }] };

beforeEach(() => {
  prepareTextModel('', succeededRow({ design: JSON.stringify(DESIGN_WITH_TEXT), designVersion: 1 }));
  answerAsStandIn();
});

const suggest = (instruction: string) =>
  callEndpoint('suggestEdit', USER, { body: { thumbnailId: GENERATION, instruction } });

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
