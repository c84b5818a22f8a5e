import { cleanup, fireEvent, screen } from '@testing-library/react';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { refusal } from './fake-api.ts';
import type { FakeCall, Reply } from './fake-api.ts';
import * as home from './home.ts';
import { fakeApi, generated, openPage, postCalls, setSession, signIn } from './site.tsx';
import type { SiteHandlers } from './site.tsx';

export const readBody = ({ body }: FakeCall) => body as { generationId: string; setId?: string };
export const readBodies = (calls: FakeCall[]) => {
  const bodies = postCalls(calls).map(readBody);
  return { bodies, at: (index: number) => bodies[index] ?? { generationId: '' } };
};

const failBusy = () => refusal('model_unavailable', { charge: 'refunded' });

/** Refuses the second request. */
function failSecond(fail: () => Reply<never>): SiteHandlers {
  let count = 0;
  return {
    generateThumbnail: (call) => {
      count += 1;
      return count === 2 ? fail() : generated(home.readId(call));
    },
  };
}

/**
 * Waits until a version has failed, and returns its button. The number of the images that are ready does not say it, because the others
 * may still be made.
 */
export const findRetry = (version: number) =>
  screen.findByRole<HTMLButtonElement>('button', { name: `Try version ${version} again` });

export const retry = async (version: number) => fireEvent.click(await findRetry(version));

/** Generates three images, of which the second fails. @param fail why, by default because every model is busy */
export async function startWithFailure(fail = failBusy) {
  const calls = await home.startVersions(failSecond(fail));
  await screen.findByText('2 of 3 are ready');
  await findRetry(2);
  return calls;
}

/** Opens the home page anew, as a reload does: the registry of the page has only what the browser stores. */
export function reload(handlers: SiteHandlers) {
  setSession(VISITOR);
  cleanup();
  const calls = fakeApi({ readThumbnail: home.readRecord, ...handlers });
  signIn();
  openPage();
  return calls;
}
