import { beforeEach, expect, it, vi } from 'vitest';
import type { Layer } from '../../../contract/design/design.ts';
import {
  planLayout,
  withWords,
} from '../../../web/src/features/generator/components/variations/apply-layout.ts';
import { createTextLayer } from '../../../web/src/features/finish/editor/new-layers.ts';
import { CUTOUT_LAYER, SHAPE_LAYER } from '../../support/designs.ts';
import { DesignServer } from '../finish/support/design-server.ts';
import { ID, stubBrowser } from '../finish/support/finish-page.ts';
import { designKey, findDraft, markDesign, saveRequest } from '../../../web/src/outbox/designs.ts';
import { listEntries, putEntry } from '../../../web/src/outbox/entries.ts';
import { Outbox } from '../../../web/src/outbox/outbox.ts';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { json, lostConnection, refusal } from '../support/fake-api.ts';
import { ADA, fakeApi, lastPart, signIn, storedThumbnail } from '../support/site.tsx';

const HEADLINE = {
  ...createTextLayer('018f0000-0000-7000-8000-000000000001'),
  text: 'Castle',
  name: 'Headline',
};
const OWN = { ...createTextLayer('018f0000-0000-7000-8000-000000000002'), text: 'Own words', x: 10 };
const DESIGNS = {
  source: { layers: [CUTOUT_LAYER, HEADLINE], crop: 0.5 },
  plain: { layers: [], crop: 0.1 },
  series: { layers: [{ ...OWN, text: '' }], crop: 0.2 },
  finished: { layers: [OWN], crop: 0.3 },
  /** The layout of a series without words, to which the creator has added an arrow. */
  changed: { layers: [{ ...OWN, text: '' }, SHAPE_LAYER], crop: 0.4 },
};

beforeEach(stubBrowser);

it('changes what is not finished, and keeps the words of a finished version that the creator chooses', async () => {
  const calls = fakeApi({
    readThumbnail: (call) => {
      const id = lastPart(call) as keyof typeof DESIGNS;
      const isPlain = id === 'plain';
      return json(
        storedThumbnail(id, isPlain ? {} : { design: DESIGNS[id], designVersion: id === 'changed' ? 2 : 1 }),
      );
    },
  });
  signIn();
  const plan = await planLayout(ADA.id, 'source', Object.keys(DESIGNS));
  expect([plan.unfinished, plan.finished]).toEqual([
    ['plain', 'series'],
    ['finished', 'changed'],
  ]);
  await plan.apply([...plan.unfinished, 'finished']);
  await vi.waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(3));

  const saved = calls.flatMap(({ method, url, body }) => (method === 'PUT' ? [[url, body] as const] : []));
  const layers = DESIGNS.source.layers;
  expect(new Map(saved)).toEqual(
    new Map([
      ['/api/thumbnails/plain/design', { design: { layers, crop: 0.5 }, version: 0 }],
      ['/api/thumbnails/series/design', { design: { layers, crop: 0.2 }, version: 1 }],
      [
        '/api/thumbnails/finished/design',
        { design: { layers: [CUTOUT_LAYER, { ...HEADLINE, text: 'Own words' }], crop: 0.3 }, version: 1 },
      ],
    ]),
  );
});

it.each([
  ['the server refuses it', refusal('invalid_request')],
  ['the design was changed elsewhere', refusal('design_changed')],
])('says that a layout was not used if %s', async (_, reply) => {
  let reads = 0;
  fakeApi({
    readThumbnail: (call) => {
      reads += 1;
      const elsewhere = { design: { layers: [SHAPE_LAYER], crop: 0.7 }, designVersion: 4 };
      const own = { design: DESIGNS.source, designVersion: 1 };
      const isSource = lastPart(call) === 'source';
      return json(storedThumbnail(lastPart(call), isSource ? own : reads > 2 ? elsewhere : {}));
    },
    saveDesign: () => reply.clone() as typeof reply,
  });
  signIn();
  const plan = await planLayout(ADA.id, 'source', ['source', 'other']);

  await expect(plan.apply(['other'])).rejects.toThrow();
  expect(listUnsentKeys()).toEqual([]);
});

/** A thumbnail with a design of which this browser has a later draft. */
function serveDrafted() {
  const server = new DesignServer();
  server.design = DESIGNS.finished;
  const source = storedThumbnail('source', { design: DESIGNS.source, designVersion: 1 });
  const { readThumbnail, saveDesign } = server;
  const calls = fakeApi({
    readThumbnail: (call) => (lastPart(call) === 'source' ? json(source) : readThumbnail()),
    saveDesign,
  });
  signIn();
  return { server, calls };
}

it('keeps a draft that waits for the choice of the creator, and says that the layout was not used', async () => {
  const { server, calls } = serveDrafted();
  const mark = markDesign(DESIGNS.changed);
  const draft = { key: designKey(ID, 'page'), userId: ADA.id, request: saveRequest(ID, DESIGNS.changed) };
  putEntry({ ...draft, mark, sent: [mark], due: 0, order: 0, state: 'held' });
  const plan = await planLayout(ADA.id, 'source', ['source', ID]);
  await expect(plan.apply([ID])).rejects.toThrow();

  expect(findDraft(ADA.id, ID)?.design).toEqual(DESIGNS.changed);
  expect(server.design).toEqual(DESIGNS.finished);
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
});

/** A page that is open in another tab. */
async function openOtherTab(server: DesignServer) {
  const [box, key] = [new Outbox(), designKey(ID, 'page')];
  await box.open(key, { design: server.design, version: server.version });
  const change = (crop: number, layers: Layer[] = DESIGNS.finished.layers) => {
    const design = { layers, crop };
    const [request, mark] = [saveRequest(ID, design), markDesign(design)];
    box.put({ key, userId: ADA.id, request, mark, delay: 600_000 });
    return design;
  };
  return { change, send: () => box.send(key), getState: () => box.getState(key) };
}

const withLayout = (crop: number) => ({ layers: [CUTOUT_LAYER, { ...HEADLINE, text: 'Own words' }], crop });

it('waits for a connection beside the next change of a page that is open in another tab', async () => {
  const { server } = serveDrafted();
  const connected = { readThumbnail: server.readThumbnail, saveDesign: server.saveDesign };
  const otherTab = await openOtherTab(server);
  otherTab.change(0.6);
  const plan = await planLayout(ADA.id, 'source', ['source', ID]);
  fakeApi({ ...connected, saveDesign: lostConnection });
  await plan.apply([ID]);
  const changed = otherTab.change(0.7);
  const designs = () =>
    listEntries(ADA.id).map(({ request }) => request.name === 'saveDesign' && request.input.body.design);
  expect(designs()).toEqual([withLayout(0.6), changed]);

  fakeApi(connected);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(server.design).toEqual(withLayout(0.6)));
  await otherTab.send();
  expect([server.design, otherTab.getState().status]).toEqual([withLayout(0.6), 'conflict']);
  expect(designs()).toEqual([changed]);
});

it.each([
  ['sends its draft and a later change', true],
  ['changes its draft', false],
])('changes the last design of another tab that %s while the creator is asked', async (_, isSent) => {
  const { server } = serveDrafted();
  const otherTab = await openOtherTab(server);
  otherTab.change(0.6);
  const plan = await planLayout(ADA.id, 'source', ['source', ID]);
  if (isSent) await otherTab.send();
  otherTab.change(0.7);
  if (isSent) await otherTab.send();
  await plan.apply([ID]);

  expect([server.design, listEntries(ADA.id)]).toEqual([withLayout(0.7), []]);
});

it.each([
  ['saved', true],
  ['changed', false],
])(
  'leaves a version that another tab has finished and %s while the creator is asked about others',
  async (_, isSent) => {
    const { server } = serveDrafted();
    server.design = { layers: [], crop: 0.3 };
    const otherTab = await openOtherTab(server);
    otherTab.change(0.6, []);
    const plan = await planLayout(ADA.id, 'source', ['source', ID]);
    expect(plan.unfinished).toEqual([ID]);
    const changed = otherTab.change(0.6, [SHAPE_LAYER]);
    if (isSent) await otherTab.send();
    await expect(plan.apply([ID])).rejects.toThrow();

    await otherTab.send();
    expect([server.design, otherTab.getState().status]).toEqual([changed, 'saved']);
  },
);

it('gives each text of a layout the words of the design in their order', () => {
  const layout = [HEADLINE, { ...HEADLINE, id: OWN.id, text: 'Second' }];
  expect(withWords(layout, { layers: [OWN], crop: 0.5 })).toEqual([
    { ...HEADLINE, text: 'Own words' },
    { ...HEADLINE, id: OWN.id, text: 'Second' },
  ]);
});

it('gives a text the translations of its words without their places, and no translation of the layout', () => {
  const translations = { de: { text: 'BURG', size: 90, x: 100, review: 'suggested' } } as const;
  const layout = [
    { ...HEADLINE, translations: { fr: { text: 'CHÂTEAU' } } },
    { ...HEADLINE, id: OWN.id, translations: { fr: { text: 'AUTRE' } } },
  ];

  expect(withWords(layout, { layers: [{ ...OWN, translations }], crop: 0.5 })).toEqual([
    { ...HEADLINE, text: 'Own words', translations: { de: { text: 'BURG', review: 'suggested' } } },
    { ...HEADLINE, id: OWN.id },
  ]);
});

it('keeps the further texts of a design that has more words than the layout', () => {
  const more = [
    OWN,
    { ...OWN, id: HEADLINE.id, text: 'More' },
    { ...OWN, id: CUTOUT_LAYER.id, text: 'Last' },
  ];
  const layers = withWords([HEADLINE], { layers: more, crop: 0.5 });
  const ids = layers.map(({ id }) => id);
  expect(layers).toEqual([{ ...OWN, id: ids[0], text: 'More' }, more[2], { ...HEADLINE, text: 'Own words' }]);
  // Another layer of the design has the id of the layout's text.
  expect(new Set(ids).size).toBe(3);
});
