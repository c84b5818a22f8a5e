import type { FakeCall, Reply } from '../../support/fake-api.ts';
import {
  expiredSession,
  fakeFetch,
  findEndpoint,
  json,
  lostConnection,
  refusal,
} from '../../support/fake-api.ts';
import { imageUrl, lastPart, storedThumbnail } from '../../support/site.tsx';

/** The steps of a paid process. */
export type Step =
  | 'the press'
  | 'the upload'
  | 'the request before it arrives'
  | 'the request after it arrived'
  | 'the answer that it waits'
  | 'a poll'
  | 'the end';

export type Fault =
  | 'the page is closed'
  | 'the connection is lost'
  | 'the connection is lost until after a reload'
  | 'the connection is lost, and the gateway refuses the next press'
  | 'the session expires'
  | 'another user signs in'
  | 'a second tab opens'
  | 'the button is pressed again';

/** A server that takes one payment for each id. What waits is ready at the next poll but one. */
export class PaidServer {
  /** The ids that were paid, with the polls until the result. */
  readonly paid = new Map<string, number>();
  /** The behavior of the network since the fault. */
  network: 'works' | 'lost' | 'refuses' | 'expired' | 'gone' = 'works';
  readonly #waits: boolean;
  readonly #onStep: (step: Step) => unknown;

  /** @param waits whether a generation waits in line first @param onStep lets the fault happen */
  constructor(waits: boolean, onStep: (step: Step) => unknown) {
    this.#waits = waits;
    this.#onStep = onStep;
    fakeFetch((call) => this.#receive(call));
  }

  async #receive(call: FakeCall): Promise<Response | Error> {
    if (findEndpoint(call) === 'createReferenceImage') {
      await this.#onStep('the upload');
      return (await this.#fail()) ?? json({ id: 'upload-1' });
    }
    const isSent = call.method === 'POST';
    await this.#onStep(isSent ? 'the request before it arrives' : 'a poll');
    const failure = (await this.#fail()) ?? (call.signal?.aborted === true ? lostConnection() : undefined);
    if (failure) return failure;
    const reply = isSent ? this.#take(call) : this.#read(lastPart(call));
    if (!isSent) return reply;
    await this.#onStep('the request after it arrived');
    await this.#onStep('the answer that it waits');
    return (await this.#fail()) ?? reply;
  }

  #fail(): Promise<Reply<never> | Error | undefined> {
    switch (this.network) {
      case 'works':
        return Promise.resolve(undefined);
      case 'lost':
        return Promise.resolve(lostConnection());
      case 'refuses':
        return Promise.resolve(
          Response.json({ message: 'Too Many Requests' }, { status: 429 }) as Reply<never>,
        );
      case 'expired':
        return Promise.resolve(expiredSession());
      case 'gone':
        return new Promise(() => undefined);
    }
  }

  #take({ url, body }: FakeCall): Response {
    const { generationId, editId } = body as { generationId?: string; editId?: string };
    const id = generationId ?? editId ?? '';
    const polls = this.paid.get(id) ?? (this.#waits ? 2 : 0);
    const isCutout = url.endsWith('/cutouts');
    this.paid.set(id, isCutout ? Math.max(0, polls - 1) : polls);
    if (polls === 0) return json({ imageURL: imageUrl(id), cutoutId: id, editId: id });
    return isCutout ? refusal('in_progress') : json({ status: 'waiting', ahead: 1 }, 202);
  }

  /** Reads a generation, or the thumbnail whose page asked for an edit. */
  #read(id: string): Response {
    if (id === 'thumbnail') return json(storedThumbnail(id));
    const polls = this.paid.get(id);
    if (polls === undefined) return refusal('not_found');
    this.paid.set(id, Math.max(0, polls - 1));
    return polls > 0
      ? json(storedThumbnail(id, { status: 'waiting', url: undefined }))
      : json(storedThumbnail(id));
  }
}
