import { expect, it, vi } from 'vitest';
import { NO_GENERATIONS } from '../../../web/src/generations/generation.ts';
import { begin, cancel, generations } from '../../../web/src/generations/generations.ts';
import { notify } from '../../../web/src/ui/notify.ts';

vi.mock('../../../web/src/generations/registry.ts', () => Promise.reject(new TypeError('Failed to fetch')));

it('tells the creator at each press that the code of the generations could not be loaded, and begins nothing', async () => {
  const error = vi.spyOn(notify, 'error').mockReturnValue(undefined);
  const input = { baseId: 'thumbnail', operation: { kind: 'upscale' } } as const;

  begin({ kind: 'edit', userId: 'ada', thumbnailId: 'thumbnail', input });
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1));
  await cancel('generation');

  const report = [
    expect.stringMatching('Part of this page could not be shown.'),
    expect.objectContaining({ id: 'lost-code' }),
  ];
  expect([error.mock.calls, generations.get()]).toEqual([[report, report], NO_GENERATIONS]);
});
