import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { createUserStore } from '../../../session/user-store.ts';

/** The script of the sheet, and the concepts that were made from it. */
interface KeptScript {
  script: string;
  concepts?: Concept[];
  /** The last request for concepts. The server counts a request when it arrives, so the request goes on while the sheet is closed. */
  request?: { answer: Promise<Concept[]>; controller: AbortController };
}

/** A request costs its user one of the day's requests, and its response must not count for the next user. */
function abortRequest({ request, ...kept }: KeptScript): KeptScript {
  request?.controller.abort();
  return kept;
}

/** Keeps the script while the sheet is closed: asking again would cost one of the day's requests. */
export const keptScript = createUserStore<KeptScript>({ script: '' }, abortRequest);
