import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../../web/src/api/errors.ts';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { createTextLayer } from '../../../../web/src/features/finish/model/design/new-layers.ts';
import { findDraft, keepDraft } from '../../../../web/src/features/finish/model/saving/design-drafts.ts';
import { DesignSaver } from '../../../../web/src/features/finish/model/saving/design-saver.ts';
import type { StoredDesign } from '../../../../web/src/features/finish/model/saving/design-saver.ts';

const ADA = 'user-ada';
const THUMBNAIL = 'thumbnail-1';
const withCrop = (crop: number) => ({ ...EMPTY_DESIGN, crop });
const STORED: StoredDesign = { design: EMPTY_DESIGN, version: 3 };

const save = vi.fn<(...args: Parameters<SaveDesign>) => Promise<number>>();
const readStored = vi.fn<() => Promise<StoredDesign>>();
type SaveDesign = ConstructorParameters<typeof DesignSaver>[0]['save'];

const draft = () => findDraft(ADA, THUMBNAIL);

function createSaver(stored = STORED) {
  const saver = new DesignSaver({ userId: ADA, thumbnailId: THUMBNAIL, stored, save, readStored });
  saver.start(draft());
  return saver;
}

beforeEach(() => {
  vi.useFakeTimers();
  save.mockReset().mockImplementation((_design, { version }) => Promise.resolve(version + 1));
  readStored.mockReset();
});
afterEach(() => vi.restoreAllMocks());

describe('a changed design', () => {
  it('is saved once, a second after the last change, with the version that was last read', async () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(900);
    saver.update(withCrop(0.2));
    await vi.advanceTimersByTimeAsync(900);
    expect(save).not.toHaveBeenCalled();
    expect(saver.getState()).toEqual({ status: 'saving' });

    await vi.advanceTimersByTimeAsync(100);
    expect(save.mock.calls).toEqual([[withCrop(0.2), { version: 3, keepalive: false }]]);
    expect(saver.getState()).toEqual({ status: 'saved' });
    expect(draft()).toBeUndefined();
  });

  it('is sent with the new version when it changed again during the request', async () => {
    const saver = createSaver();
    let finish: (version: number) => void = () => undefined;
    save.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(1_000);
    saver.update(withCrop(0.2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(save).toHaveBeenCalledTimes(1);

    finish(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(save.mock.lastCall).toEqual([withCrop(0.2), { version: 4, keepalive: false }]);
  });

  it('is not sent when undo has restored what the server has', async () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    saver.update(EMPTY_DESIGN);
    await vi.advanceTimersByTimeAsync(5_000);

    expect(save).not.toHaveBeenCalled();
    expect(saver.getState()).toEqual({ status: 'saved' });
    expect(draft()).toBeUndefined();
  });

  it('is saved at once when the page is left', async () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    saver.flush({ keepalive: true });
    await vi.advanceTimersByTimeAsync(0);

    expect(save).toHaveBeenCalledExactlyOnceWith(withCrop(0.1), { version: 3, keepalive: true });
  });
});

describe('without a connection', () => {
  beforeEach(() => {
    save.mockRejectedValue(new ConnectionError());
  });

  it('the browser keeps the design, and it is saved with the next connection', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const saver = createSaver();
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(saver.getState()).toEqual({ status: 'retrying', isOffline: true });
    expect(draft()).toMatchObject({ design: withCrop(0.1), version: 3 });

    save.mockResolvedValue(4);
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.getState()).toEqual({ status: 'saved' });
    expect(draft()).toBeUndefined();
  });

  it('it is tried again after 2, 4, 8 seconds, and at most every half minute', async () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    const attempts: number[] = [];
    save.mockImplementation(() => {
      attempts.push(Date.now());
      return Promise.reject(new ConnectionError());
    });
    await vi.advanceTimersByTimeAsync(120_000);

    const pauses = attempts.slice(1).map((time, index) => (time - (attempts[index] ?? 0)) / 1_000);
    expect(pauses.slice(0, 6)).toEqual([2, 4, 8, 16, 30, 30]);
    saver.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(attempts).toHaveLength(pauses.length + 1);
  });

  it('it is tried again after 2 seconds when an earlier failure is over', async () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(3_000); // Two attempts fail.
    save.mockResolvedValueOnce(4);
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.update(withCrop(0.2));
    await vi.advanceTimersByTimeAsync(1_000);
    const { length } = save.mock.calls;
    expect(saver.getState()).toMatchObject({ status: 'retrying' });

    await vi.advanceTimersByTimeAsync(2_000);
    expect(save).toHaveBeenCalledTimes(length + 1);
  });

  it('it is tried again after the time that the server asks for, also when it changes again', async () => {
    save.mockRejectedValueOnce(new ApiError('too_many_requests', { retryAfterSeconds: 45 }));
    save.mockResolvedValueOnce(4);
    const saver = createSaver();
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(1_000);
    saver.update(withCrop(0.2));
    await vi.advanceTimersByTimeAsync(44_900);
    expect(save).toHaveBeenCalledTimes(1);
    expect(saver.getState()).toEqual({ status: 'retrying', isOffline: false });
    expect(draft()).toMatchObject({ design: withCrop(0.2), version: 3 });

    await vi.advanceTimersByTimeAsync(100);
    expect(save.mock.lastCall).toEqual([withCrop(0.2), { version: 3, keepalive: false }]);
    expect(saver.getState()).toEqual({ status: 'saved' });
  });

  it('leaving the page would lose changes only when the browser cannot keep them', () => {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    expect(saver.wouldLoseChanges).toBe(false);

    vi.stubGlobal('localStorage', undefined); // Storage is turned off.
    saver.update(withCrop(0.2));
    expect(saver.wouldLoseChanges).toBe(true);
  });
});

describe('when another version was saved meanwhile', () => {
  const theirs: StoredDesign = { design: withCrop(0.9), version: 5 };

  beforeEach(() => {
    save.mockRejectedValueOnce(new ApiError('design_changed'));
    readStored.mockResolvedValue(theirs);
  });

  async function createConflict() {
    const saver = createSaver();
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(1_000);
    return saver;
  }

  it('nothing more is saved until the creator has chosen', async () => {
    const saver = await createConflict();
    saver.update(withCrop(0.2));
    saver.flush();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(saver.getState()).toEqual({ status: 'conflict', theirs });
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('the same design is no conflict: the response of its request was lost', async () => {
    const layer = createTextLayer('1');
    const design = { ...withCrop(0.1), layers: [layer] };
    const reordered = Object.fromEntries(Object.entries(layer).reverse()) as typeof layer;
    readStored.mockResolvedValue({ design: { layers: [reordered], crop: 0.1 }, version: 4 });
    const saver = createSaver();
    saver.update(design);
    await vi.advanceTimersByTimeAsync(1_000);

    expect(saver.getState()).toEqual({ status: 'saved' });
  });

  it('the design of a lost response is no conflict either when it has changed since then', async () => {
    const saver = createSaver();
    save.mockReset().mockRejectedValueOnce(new ConnectionError());
    save.mockRejectedValueOnce(new ApiError('design_changed')).mockResolvedValueOnce(5);
    readStored.mockResolvedValue({ design: withCrop(0.1), version: 4 });
    saver.update(withCrop(0.1));
    await vi.advanceTimersByTimeAsync(1_000);
    saver.update(withCrop(0.2));
    await vi.advanceTimersByTimeAsync(4_000);

    expect(save.mock.lastCall).toEqual([withCrop(0.2), { version: 4, keepalive: false }]);
    expect(saver.getState()).toEqual({ status: 'saved' });
  });

  it('a draft of an older version asks on every visit, also after changes', () => {
    keepDraft({ id: 'earlier', userId: ADA, thumbnailId: THUMBNAIL, design: withCrop(0.1), version: 2 });
    const saver = createSaver();
    expect(saver.getState()).toEqual({ status: 'conflict', theirs: STORED });

    saver.update(withCrop(0.2));
    expect(draft()).toMatchObject({ version: 2 });
    expect(createSaver().getState()).toEqual({ status: 'conflict', theirs: STORED });
  });
});

it('undoing a change whose response was lost saves the undone design', async () => {
  save.mockRejectedValueOnce(new ConnectionError()).mockRejectedValueOnce(new ApiError('design_changed'));
  readStored.mockResolvedValue({ design: withCrop(0.1), version: 4 });
  const saver = createSaver();
  saver.update(withCrop(0.1));
  await vi.advanceTimersByTimeAsync(1_000);
  saver.update(EMPTY_DESIGN);
  await vi.advanceTimersByTimeAsync(10_000);

  expect(save.mock.lastCall).toEqual([EMPTY_DESIGN, { version: 4, keepalive: false }]);
  expect(saver.getState()).toEqual({ status: 'saved' });
});

it('keeps its draft while the other page goes on', async () => {
  const other = createSaver();
  const saver = createSaver();
  save.mockRejectedValueOnce(new ApiError('design_changed'));
  readStored.mockResolvedValue({ design: withCrop(0.1), version: 4 });
  saver.update(withCrop(0.2));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.getState().status).toBe('conflict');

  other.update(withCrop(0.3));
  await vi.advanceTimersByTimeAsync(1_000);

  expect(other.getState()).toEqual({ status: 'saved' });
  expect(draft()).toMatchObject({ design: withCrop(0.2), version: 3 });
});

it('a refused design says why, and the next change is tried again', async () => {
  save.mockRejectedValueOnce(new ApiError('invalid_request', { clause: 'layer.x must be a number' }));
  const saver = createSaver();
  saver.update(withCrop(0.1));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.getState()).toEqual({ status: 'refused', reason: 'layer.x must be a number' });

  saver.update(withCrop(0.2));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saver.getState()).toEqual({ status: 'saved' });
});
