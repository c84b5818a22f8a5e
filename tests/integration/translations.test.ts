import { beforeAll, beforeEach, expect, it } from 'vitest';
import { generatedThumbnail } from '#contract/endpoints/generation-schemas.ts';
import { translateTextsResponse } from '#contract/endpoints/translation-schemas.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { inspectCloud, type CloudInspector } from '../support/cloud-inspector.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { DESIGN, TEXT_LAYER } from '../support/designs.ts';
import { DESIGN_PREVIEW } from '../support/jpegs.ts';
import { expectInvariants } from './support/invariants.ts';
import { shareCloud } from './support/cloud.ts';

let cloud: EmbeddedCloud;
let inspector: CloudInspector;
let creator: Creator;
let thumbnailId: string;

beforeAll(async () => {
  ({ cloud } = await shareCloud());
  inspector = inspectCloud(cloud);
});
beforeEach(async () => {
  creator = await addCreator(cloud);
  thumbnailId = generatedThumbnail.parse((await creator.generate('a castle')).body).generationId;
});

it('translations are suggested, saved with the design, found and deleted, and take no credit', async () => {
  const texts = ['24-HOUR CASTLE', 'I BUILT A CASTLE IN 24 HOURS'];
  const languages = ['de', 'ar', 'ja', 'hi', 'pt-BR'];
  const { credits } = (await creator.get('/api/credits')).body as { credits: number };

  const answer = await creator.post('/api/translations', { thumbnailId, languages, texts });

  expect(answer).toMatchObject({ status: 200, body: { left: 39 } });
  const { translations } = translateTextsResponse.parse(answer.body);
  expect(translations).toEqual({
    de: ['24-STUNDEN-BURG', 'ICH BAUTE EINE BURG IN 24 STUNDEN'],
    ar: ['قلعة في 24 ساعة', 'بنيت قلعة في 24 ساعة'],
    ja: ['24時間で城づくり', '24時間で城を建てた'],
    hi: ['24 घंटे का किला', 'मैंने 24 घंटे में किला बनाया'],
    'pt-BR': ['CASTELO EM 24 HORAS', 'CONSTRUÍ UM CASTELO EM 24 HORAS'],
  });

  const suggested = Object.entries(translations).map(([language, [text]]) => [
    language,
    { text, review: 'suggested' },
  ]);
  const layer = { ...TEXT_LAYER, text: texts[0], translations: Object.fromEntries(suggested) as object };
  const design = { ...DESIGN, layers: [layer] };
  const preview = DESIGN_PREVIEW.toString('base64');
  const path = `/api/thumbnails/${thumbnailId}`;
  expect(await creator.put(`${path}/design`, { design, version: 0, preview })).toMatchObject({ status: 200 });
  expect(await creator.get(path)).toMatchObject({
    body: { design, languages: ['ar', 'de', 'hi', 'ja', 'pt-BR'] },
  });
  expect(await creator.get(`/api/thumbnails?search=${encodeURIComponent('城')}`)).toMatchObject({
    body: { thumbnails: [{ id: thumbnailId, isFinished: true }] },
  });
  expect(await creator.get('/api/credits')).toMatchObject({ body: { credits } });

  await expectInvariants(inspector, creator.userId);
  expect(await creator.delete(path)).toMatchObject({ status: 200 });
  expect(await creator.get(path)).toMatchObject({ status: 404 });
});

it('an error of the text model is the error of every suggestion', async () => {
  const request = { thumbnailId, languages: ['de'], texts: ['[[error]] CASTLE'] };

  expect(await creator.post('/api/translations', request)).toMatchObject({
    status: 503,
    body: { code: 'model_unavailable', params: { reason: 'noSuggestion' }, charge: 'none' },
  });
});
