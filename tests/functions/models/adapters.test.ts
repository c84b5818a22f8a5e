import { describe, expect, it } from 'vitest';
import { amazon } from '../../../functions/models/amazon.ts';
import type { Adapter, Verdict } from '../../../functions/models/model.ts';
import { stability } from '../../../functions/models/stability.ts';
import { png } from '../support/models.ts';

const picture = png(1344, 768);
const base64 = picture.toString('base64');
const painted: Verdict = { kind: 'painted', picture: { png: picture, width: 1344, height: 768 } };
const filtered: Verdict = { kind: 'filtered' };
const unavailable = (reason: string): Verdict => ({ kind: 'unavailable', reason });

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
    [
      'amazon',
      amazon,
      request,
      {
        taskType: 'TEXT_IMAGE',
        textToImageParams: { text: 'a castle', negativeText: 'blurry' },
        imageGenerationConfig: { numberOfImages: 1, width: 1280, height: 720, seed: 7 },
      },
    ],
    [
      'amazon, without a negative prompt',
      amazon,
      positive,
      {
        taskType: 'TEXT_IMAGE',
        textToImageParams: { text: 'a castle' },
        imageGenerationConfig: { numberOfImages: 1, width: 1280, height: 720, seed: 7 },
      },
    ],
  ])('%s', (_name, adapter, asked, body) => {
    expect(adapter.body({ ...positive, ...asked })).toStrictEqual(body);
  });
});

describe('what an answer means: stability', () => {
  it.each<[string, unknown, Verdict]>([
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
    ['no picture', { finish_reasons: [null], images: [] }, unavailable('no image in the answer')],
    ['an empty picture', { finish_reasons: [null], images: [''] }, unavailable('no image in the answer')],
    ['nothing', {}, unavailable('no image in the answer')],
  ])('%s', (_, answer, verdict) => {
    expect(stability.read(answer)).toEqual(verdict);
  });
});

describe('what an answer means: amazon', () => {
  it.each<[string, unknown, Verdict]>([
    ['a picture', { images: [base64], error: null }, painted],
    ['a picture without an error field', { images: [base64] }, painted],
    ['a picture that the filter removed', { images: [], error: 'removed by the content filter' }, filtered],
    [
      'a breach of the policy',
      { images: null, error: 'conflicts with the AWS Responsible AI Policy' },
      filtered,
    ],
    ['a breach of the AUP', { error: 'This prompt may violate our AUP' }, filtered],
    ['another error', { images: [], error: 'try later' }, unavailable('try later')],
    ['no picture', { images: [], error: null }, unavailable('no image in the answer')],
    ['an empty picture', { images: [''] }, unavailable('no image in the answer')],
    ['nothing', {}, unavailable('no image in the answer')],
  ])('%s', (_, answer, verdict) => {
    expect(amazon.read(answer)).toEqual(verdict);
  });
});

describe('an answer of another schema', () => {
  it.each<[string, Adapter, unknown]>([
    ['stability: a text', stability, 'busy'],
    ['stability: null', stability, null],
    ['stability: pictures that are no list', stability, { images: base64 }],
    ['stability: reasons that are no list', stability, { finish_reasons: 'Filter reason: prompt' }],
    ['amazon: a text', amazon, 'busy'],
    ['amazon: pictures that are numbers', amazon, { images: [1] }],
    ['amazon: an error that is an object', amazon, { error: {} }],
  ])('%s is an error', (_, adapter, answer) => {
    expect(() => adapter.read(answer)).toThrow();
  });
});
