import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { createStore } from '../../../lib/store.ts';
import { sessionStore } from '../../../session/session-store.ts';

/** The script of the sheet, and the concepts that were made from it. */
interface KeptScript {
  script: string;
  concepts?: Concept[];
  /** The last request for concepts. The server counts a request when it arrives, so the request goes on while the sheet is closed. */
  request?: { answer: Promise<Concept[]>; controller: AbortController };
}

const createKept = () => createStore<KeptScript>(() => ({ script: '' }));

let kept = createKept();
// A sheet of the session before goes on writing to its own store, which nobody reads any more. Its response must not count for the next user.
sessionStore.subscribe(() => {
  kept.get().request?.controller.abort();
  kept = createKept();
});

/** Returns what this page keeps while the sheet is closed: asking again would cost one of the day's requests. */
export const findKeptScript = () => kept;
