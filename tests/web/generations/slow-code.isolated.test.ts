import { expect, it, vi } from 'vitest';
import { begin, generations, loadRegistry } from '../../../web/src/generations/generations.ts';
import { sessionStore } from '../../../web/src/session/session-store.ts';

// The generation stays where it is.
vi.mock('../../../web/src/generations/follower.ts', () => new Promise(() => undefined));

const INPUT = {
  ...{ prompt: 'a castle', negativePrompt: '', model: 'first' },
  ...{ video: undefined, channelUrl: undefined, image: undefined },
};
const press = () => begin({ kind: 'image', userId: 'ada', input: INPUT });

it('two presses while the code of the registry loads begin one image, and a later press begins another', async () => {
  sessionStore.set({ status: 'signed-in', user: { id: 'ada', email: 'ada@example.com' } });
  press();
  press();
  await loadRegistry();
  await vi.waitFor(() => expect(generations.get().all.size).toBeGreaterThan(0));

  expect(generations.get().all.size).toBe(1);
  press();
  expect(generations.get().all.size).toBe(2);
});
