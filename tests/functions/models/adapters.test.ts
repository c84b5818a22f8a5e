import { describe, expect, it } from 'vitest';
import type { Adapter, ModelResult } from '../../../functions/models/adapter.ts';
import { stability } from '../../../functions/models/stability.ts';
import { png } from '../support/models.ts';

const picture = png(1344, 768);
const base64 = picture.toString('base64');
const painted: ModelResult = { kind: 'image', image: { png: picture, width: 1344, height: 768 } };
const filtered: ModelResult = { kind: 'filtered' };
const unavailable = (reason: string): ModelResult => ({ kind: 'unavailable', reason });

describe('the body of a request', () => {
  const positive = { prompt: 'a castle', seed: 7 };
  const request = { ...positive, negativePrompt: 'blurry' };

  it.each<[string, Adapter, object, object]>([
    [
      'stability',
      stability,
      request,
      { prompt: 'a castle', negative_prompt: 'blurry', aspect_ratio: '16:9', output_format: 'png', seed: 7 },
    ],
    [
      'stability, without a negative prompt',
      stability,
      positive,
      { prompt: 'a castle', aspect_ratio: '16:9', output_format: 'png', seed: 7 },
    ],
  ])('%s', (_name, adapter, asked, body) => {
    expect(adapter.buildBody({ ...positive, ...asked })).toStrictEqual(body);
  });
});

describe('what an answer means: stability', () => {
  it.each<[string, unknown, ModelResult]>([
    ['a picture', { seeds: [7], finish_reasons: [null], images: [base64] }, painted],
    ['a picture without reasons', { images: [base64] }, painted],
    ['the first of several pictures', { finish_reasons: [null, null], images: [base64, 'AAAA'] }, painted],
    ['a filtered prompt', { finish_reasons: ['Filter reason: prompt'] }, filtered],
    ['a filtered picture', { finish_reasons: ['Filter reason: output image'], images: [base64] }, filtered],
    [
      'an inference error',
      { finish_reasons: ['Inference error'], images: [base64] },
      unavailable('Inference error'),
    ],
    ['no picture', { finish_reasons: [null], images: [] }, unavailable('no image in the response')],
    ['an empty picture', { finish_reasons: [null], images: [''] }, unavailable('no image in the response')],
    ['nothing', {}, unavailable('no image in the response')],
  ])('%s', (_, answer, verdict) => {
    expect(stability.parseResponse(answer)).toEqual(verdict);
  });
});

describe('an answer of another schema', () => {
  it.each<[string, Adapter, unknown]>([
    ['stability: a text', stability, 'busy'],
    ['stability: null', stability, null],
    ['stability: pictures that are no list', stability, { images: base64 }],
    ['stability: reasons that are no list', stability, { finish_reasons: 'Filter reason: prompt' }],
  ])('%s is an error', (_, adapter, answer) => {
    expect(() => adapter.parseResponse(answer)).toThrow();
  });
});
