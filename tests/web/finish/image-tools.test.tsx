import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ThumbnailEdit } from '../../../contract/edit-schemas.ts';
import { planMove } from '../../../web/src/features/finish/model/edits/edit-operations.ts';
import { json, refusal } from '../support/fake-api.ts';
import type { FakeCall } from '../support/fake-api.ts';
import type { SiteHandlers } from '../support/site.tsx';
import { findLayers, openFinish, stubBrowser, withThumbnail } from './support/finish-page.ts';

const SIZE = { width: 1_344, height: 768 };
const editOf = (id: string, operation: ThumbnailEdit['operation']): ThumbnailEdit => ({
  id,
  baseId: 'a',
  operation,
  imageURL: `https://images.test/${id}.png`,
  ...SIZE,
  createdAt: '2026-11-24T10:00:00.000Z',
});
const made = ({ body }: FakeCall) => {
  const { editId } = body as { editId: string };
  return json({ editId, imageURL: `https://images.test/${editId}.png`, ...SIZE });
};

beforeEach(() => stubBrowser());

async function open(
  createEdit: SiteHandlers['createEdit'] = made,
  edits: ThumbnailEdit[] = [],
  more: SiteHandlers = {},
) {
  const calls = await openFinish({ ...withThumbnail({ edits }), createEdit, ...more });
  await findLayers();
  fireEvent.click(screen.getByRole('tab', { name: 'Image' }));
  await screen.findByRole('button', { name: /^Recolour/ });
  return calls;
}

function recolor() {
  fireEvent.change(screen.getByLabelText('What to recolour'), { target: { value: ' the flags ' } });
  fireEvent.change(screen.getByLabelText('Its new colour'), { target: { value: 'green' } });
  fireEvent.click(screen.getByRole('button', { name: /^Recolour 1 credit/ }));
}

const versions = () =>
  within(screen.getByRole('group', { name: 'Versions' }))
    .getAllByRole('button')
    .map((button) => [button.textContent, button.getAttribute('aria-pressed')]);
const requests = (calls: FakeCall[]) =>
  calls.filter(({ url }) => url === '/api/edits').map(({ body }) => body as Record<string, unknown>);

describe('a change of the image', () => {
  it('is requested with its words, and becomes the version that is shown', async () => {
    const calls = await open();

    recolor();

    expect(screen.getByText('Changing the image...')).toBeTruthy();
    await waitFor(() =>
      expect(versions()).toEqual([
        ['Original', 'false'],
        ['the flags recoloured: green', 'true'],
      ]),
    );
    const operation = { kind: 'recolor', find: 'the flags', prompt: 'green' };
    expect(requests(calls)).toMatchObject([{ operation }]);
    expect(requests(calls).map(({ baseId, thumbnailId }) => baseId === thumbnailId)).toEqual([true]);
  });

  it('is undone as one step, and the version stays', async () => {
    await open();
    recolor();
    await waitFor(() => expect(versions()).toHaveLength(2));

    fireEvent.click(screen.getByRole('button', { name: /Undo/ }));

    expect(versions().map(([, isShown]) => isShown)).toEqual(['true', 'false']);
  });

  it('that fails says why and that no credit was taken, and is tried again with another id', async () => {
    let attempt = 0;
    const calls = await open((call) => {
      attempt += 1;
      return attempt === 1 ? refusal('content_filtered', { charge: 'refunded' }) : made(call);
    });
    recolor();
    expect((await screen.findByRole('alert')).textContent).toContain('no credit was taken');

    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(versions()).toHaveLength(2));
    const ids = requests(calls).map(({ editId }) => editId);
    expect(new Set(ids).size).toBe(2);
  });

  it('shows the balance that it leaves', async () => {
    let credits = 5;
    const createEdit = (call: FakeCall) => {
      credits = 4;
      return made(call);
    };
    await open(createEdit, [], { readCredits: () => json({ credits }) });
    const header = within(screen.getByRole('banner'));
    await header.findByText('5');

    recolor();

    expect(await header.findByText('4')).toBeTruthy();
  });

  it('without credits offers to buy some', async () => {
    await open(() => refusal('insufficient_credits'));

    recolor();

    expect(within(await screen.findByRole('alert')).getByRole('link', { name: 'Buy Credits' })).toBeTruthy();
  });

  it('that waits shows its place, and can be cancelled', async () => {
    const calls = await open(({ body }) => {
      const { editId } = body as { editId: string };
      return json({ editId, status: 'waiting', ahead: 3, estimatedSeconds: 20 });
    });

    recolor();

    expect(await screen.findByText('In line: 3 ahead...')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/cancel'))).toBe(true));
  });
});

describe('the versions', () => {
  const upscaled = { ...editOf('e2', { kind: 'upscale' }), baseId: 'e1' };
  const EDITS = [upscaled, editOf('e1', { kind: 'erase' })];

  it('are listed from the oldest, and a press shows one', async () => {
    await open(made, EDITS);

    fireEvent.click(screen.getByRole('button', { name: 'Erased' }));

    expect(versions()).toEqual([
      ['Original', 'false'],
      ['Erased', 'true'],
      ['4K', 'false'],
    ]);
  });

  it('after 4K, a change starts from the version before, and the page says so', async () => {
    const calls = await open(made, EDITS);
    fireEvent.click(screen.getByRole('button', { name: '4K' }));
    expect(screen.getByText('Changes start from the version before 4K.')).toBeTruthy();

    recolor();

    await waitFor(() => expect(requests(calls)).toMatchObject([{ baseId: 'e1' }]));
  });
});

describe('room for the image', () => {
  it.each([
    ['right', SIZE, 'left'],
    ['left', SIZE, 'right'],
    ['right', { width: 1_280, height: 720 }, 'left'],
  ] as const)('on the %s makes it 16:9 and keeps all of it', (move, size, otherSide) => {
    const plan = planMove(size, move);

    if (plan?.kind !== 'fill') throw new Error('There is no plan.');
    const { left, right, up, down } = plan;
    const ratio = (size.width + left + right) / (size.height + up + down);
    expect(Math.abs(ratio - 16 / 9)).toBeLessThan(0.002);
    expect(plan[otherSide]).toBe(0);
    expect(Math.min(left, right, up, down)).toBeGreaterThanOrEqual(0);
  });

  it('is not offered above the size that the service takes', () => {
    expect(planMove({ width: 3_900, height: 2_200 }, 'smaller')).toBeUndefined();
  });
});
