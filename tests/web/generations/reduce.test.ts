import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../web/src/api/errors.ts';
import { StillGeneratingError } from '../../../web/src/generations/poll-generation.ts';
import { NO_GENERATIONS } from '../../../web/src/generations/generation.ts';
import type { Generations, ImageGeneration } from '../../../web/src/generations/generation.ts';
import { reduce as reduceOne } from '../../../web/src/generations/reduce.ts';
import type { Action } from '../../../web/src/generations/reduce.ts';
import { loadStored, store } from '../../../web/src/generations/stored-generations.ts';
import { findVariationsProgress } from '../../../web/src/features/generator/model/viewer-content.ts';
import * as home from '../support/home.ts';
import { ADA, BOB, imageUrl } from '../support/site.tsx';

const run = (id: string, change: Partial<ImageGeneration> = {}): ImageGeneration => ({
  id,
  kind: 'image',
  userId: ADA.id,
  batchId: 'b1',
  startedAt: 1,
  ...change,
});
const stored = (id: string, change: object = {}) => ({ ...run(id), isWatched: true, ...change });
const reduce = (...actions: Action[]) => actions.reduce(reduceOne, NO_GENERATIONS);
const begin = (...generations: ImageGeneration[]) => ({ type: 'begun', generations }) as const;
const end = (id: string) => ({ type: 'ended', id, end: { thumbnail: { id, url: imageUrl(id) } } }) as const;
const open = (runs: ReturnType<typeof stored>[]) => ({ type: 'opened', stored: runs }) as const;
const list = (...ids: string[]) =>
  ({
    type: 'listed',
    userId: ADA.id,
    listed: ids.map((id) => ({ id, createdAt: new Date(7).toISOString() })),
  }) as const;
/** The ids of the runs, the batch in the viewer, and the variations that it can show again. */
const view = ({ all, watchedId, variationsId }: Generations) =>
  `${[...all.keys()].join(' ')} | ${watchedId ?? '-'} | ${variationsId ?? '-'}`;

const VARIATIONS = begin(run('a'), run('b'), run('c'));
const SINGLE = begin(run('s', { batchId: 'b2' }));
const LEFT = { type: 'watched', batchId: undefined } as const;

describe('the generations of a page', () => {
  const UNWATCHED = stored('a', { isWatched: false });
  const WATCHED = stored('s', { batchId: 'b2' });
  const ENDED = ['a', 'b', 'c'].map(end);

  it.each<[what: string, actions: Action[], view: string]>([
    ['show what was begun last', [VARIATIONS, SINGLE], 'a b c s | b2 | -'],
    ['can show variations again until another press', [VARIATIONS, LEFT], 'a b c | - | b1'],
    ['end with the session', [SINGLE, open([])], ' | - | -'],
    ['resume stored variations', [open([stored('a'), stored('b')])], 'a b | b1 | b1'],
    ['resume in the background what was left', [open([UNWATCHED, WATCHED])], 'a s | b2 | -'],
    ['follow other devices, and show their newest', [list('new', 'old')], 'old new | new | -'],
    ['keep a busy viewer', [SINGLE, list('new')], 's new | b2 | -'],
    ['keep ended variations in the viewer', [VARIATIONS, ...ENDED, list('new')], 'a b c new | b1 | b1'],
    ['give the viewer of an ended one to the next', [SINGLE, end('s'), list('new')], 's new | new | -'],
    ['do not follow twice what they know', [SINGLE, end('s'), list('s')], 's | b2 | -'],
  ])('%s', (_, actions, expected) => {
    expect(view(reduce(...actions))).toBe(expected);
  });

  it('of another device have run since the server created them', () => {
    expect(reduce(list('new')).all.get('new')).toEqual(run('new', { batchId: 'new', startedAt: 7 }));
  });

  it('do not change after their end', () => {
    const { all } = reduce(SINGLE, end('s'), {
      type: 'ended',
      id: 's',
      end: { error: new ConnectionError() },
    });

    expect(all.get('s')).toEqual(
      run('s', { batchId: 'b2', end: { thumbnail: { id: 's', url: imageUrl('s') } } }),
    );
  });

  it('begin again in the same place with another id, and keep the failed generation outside of the batch', () => {
    const error = new ApiError('reference_not_found');
    const state = reduce(VARIATIONS, {
      type: 'renewed',
      id: 'b',
      newId: 'b-2',
      error,
      expiredUploadId: 'u1',
    });

    expect([...state.all.values()]).toEqual([
      run('a'),
      run('b', { batchId: 'b', end: { error } }),
      run('b-2', { expiredUploadId: 'u1' }),
      run('c'),
    ]);
  });
});

const WAITING = run('a', { line: { ahead: 1 } });
const FAILED = run('b', { end: { error: new Error('x') } });
const READY = run('c', { end: { thumbnail: { id: 'c', url: 'u' } } });

it.each<[what: string, variations: ImageGeneration[], progress: string]>([
  ['while all that run wait', [WAITING, FAILED], 'waiting'],
  ['while one runs', [WAITING, run('b')], 'generating'],
  ['when one has arrived', [FAILED, READY], 'done'],
  ['when all have failed', [FAILED], 'failed'],
])('the progress of variations %s', (_, variations, progress) => {
  expect(findVariationsProgress(variations)).toBe(progress);
});

describe('the stored generations of a browser', () => {
  it('are all generations with an unknown end, also of other tabs and users', () => {
    home.storeRuns(['other-tab', 'ended']);
    const errors = [
      new ApiError('unauthorized'),
      new ConnectionError(),
      new StillGeneratingError(),
      new ApiError('content_filtered'),
    ];
    const failed = errors.map((error, index) => run(`failed-${index}`, { end: { error } }));
    const state = reduce(begin(run('ended'), ...failed), SINGLE, end('ended'));
    store(state);

    const ids = ['other-tab', 'failed-0', 'failed-1', 'failed-2', 's'];
    expect(loadStored(ADA.id).map(({ id }) => id)).toEqual(ids);
    expect(loadStored(BOB.id)).toEqual([]);
    expect(home.storedRuns().at(-1)).toEqual(stored('s', { batchId: 'b2' }));
    expect(home.storedRuns().at(-2)).toEqual(stored('failed-2', { isWatched: false }));
  });

  it('are not the failed images of a set that were begun again under other ids', () => {
    const set = ['a', 'b', 'c'].map((id) => run(id, { setId: 'b1', mark: 'm1' }));
    const error = new ApiError('reference_not_found');
    const renew = (id: string) =>
      ({ type: 'renewed', id, newId: `${id}-2`, error, expiredUploadId: 'u1' }) as const;
    const renewed = [begin(...set), renew('a'), renew('b'), renew('c')];
    store(reduce(begin(...set)));
    store(reduce(...renewed));
    const fail = { type: 'ended', end: { error: new ApiError('model_unavailable') } } as const;
    store(reduce(...renewed, { ...fail, id: 'a-2' }, { ...fail, id: 'b-2' }, end('c-2')));

    expect(view(reduce({ type: 'opened', stored: loadStored(ADA.id) }))).toBe('a-2 b-2 | b1 | b1');
  });

  it('are kept, and loaded, beside one that another version of the site has stored', () => {
    const failure = { code: 'new_code', clause: 'It failed', charge: 'none' };
    const entries = [
      stored('other-version', { setId: 'other', failure }),
      stored('earlier-version', { setId: 'other', failure: { ...failure, code: 'too_many_requests' } }),
      stored('other-tab'),
    ];
    localStorage.setItem('pendingGenerations', JSON.stringify(entries));
    store(reduce(begin(run('a'))));

    expect(loadStored(ADA.id).map(({ id }) => id)).toEqual(['earlier-version', 'other-tab', 'a']);
    expect(home.storedRuns().slice(0, 3)).toEqual(entries);
  });

  it.each([null, 'a', {}, [7], [{ ...stored('a'), id: 7 }], [{ ...stored('a'), isWatched: 'yes' }]])(
    'are not loaded when they are damaged: %j',
    (value) => {
      localStorage.setItem('pendingGenerations', JSON.stringify(value));

      expect(loadStored(ADA.id)).toEqual([]);
    },
  );
});
