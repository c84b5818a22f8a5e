import { cleanup } from '@testing-library/react';
import { VISITOR } from '../../../web/src/session/session-store.ts';
import { refusal } from './fake-api.ts';
import type { FakeCall } from './fake-api.ts';
import * as home from './home.ts';
import { fakeApi, generated, openPage, postCalls, setSession, signIn } from './site.tsx';
import type { SiteHandlers } from './site.tsx';

export const readBody = ({ body }: FakeCall) => body as { generationId: string; setId?: string };
export const readBodies = (calls: FakeCall[]) => {
  const bodies = postCalls(calls).map(readBody);
  return { bodies, at: (index: number) => bodies[index] ?? { generationId: '' } };
};

/** Refuses the second request: every model is busy. */
export function failSecond(): SiteHandlers {
  let count = 0;
  return {
    generateThumbnail: (call) => {
      count += 1;
      return count === 2
        ? refusal('model_unavailable', { charge: 'refunded' })
        : generated(home.readId(call));
    },
  };
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
