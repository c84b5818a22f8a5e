import { randomUUID } from 'node:crypto';
import type { PackId } from '../../../contract/packs.ts';
import { createStripeCheckoutResponse } from '../../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import type { UserEndpointName } from '../../../contract/endpoints.ts';
import { callAs, type Caller, type Reply } from '../call.ts';
import type { History } from './moves.ts';

/** What a person asked for, and what they were told. */
export class Person {
  readonly userId = randomUUID();
  /** Every answer to each generation, by its id. */
  readonly generations = new Map<string, Reply[]>();
  /** What each grant was answered, by its id. */
  readonly grants = new Map<string, unknown[]>();
  /** Whether the deletion of the account was answered with success. */
  closed = false;
  readonly #cloud: EmbeddedCloud;
  readonly #address: History['address'];
  readonly #ids = new Map<string, string>();
  #calls = 0;

  constructor(cloud: EmbeddedCloud, address: History['address']) {
    this.#cloud = cloud;
    this.#address = address;
  }

  /** As a token tells it that says all it may say. */
  get self(): Caller {
    const { userId } = this;
    return { userId, email: this.#address === 'never' ? undefined : `${userId}@example.com` };
  }

  /** Cognito's trigger. What it throws, Cognito does not repeat. */
  async welcome(): Promise<void> {
    const { userId: sub, email } = this.self;
    const userAttributes = { sub, ...(email !== undefined && { email, email_verified: 'true' }) };
    const event = {
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes },
      response: {},
    };
    await this.#cloud.invoke('WelcomeUser', event).catch(() => undefined);
  }

  async read(): Promise<void> {
    await Promise.all([this.#call('readCredits'), this.#call('listThumbnails')]);
  }

  /** @param which the same number again asks for the same generation */
  async generate(which: number, outcome: string): Promise<void> {
    const generationId = this.#idOf(`generation ${which}`);
    const prompt = `${outcome} a castle ${generationId}`;
    const body = { prompt, userId: this.userId, generationId };
    const reply = await this.#call('generateThumbnail', { body });
    this.generations.set(generationId, [...(this.generations.get(generationId) ?? []), reply]);
  }

  /** An operator's hand. @param which the same number again is the same grant */
  async grant(which: number, credits: number): Promise<void> {
    const grantId = this.#idOf(`grant ${which}`);
    const order = { userId: this.userId, grantId, credits, by: 'prove', why: 'a proof', dryRun: false };
    const answer = await this.#cloud.invoke('GrantCredits', order).catch(() => undefined);
    this.grants.set(grantId, [...(this.grants.get(grantId) ?? []), answer]);
  }

  /** @returns the id of the checkout session; undefined where none was opened. */
  async openCheckout(pack: PackId): Promise<string | undefined> {
    const body = { priceId: LOCAL_PRICES[pack], userId: this.userId };
    const reply = await this.#call('createStripeCheckout', { body });
    const { data } = createStripeCheckoutResponse.safeParse(reply.body);
    return data && new URL(data.checkoutUrl).pathname.split('/').at(-1);
  }

  async close(): Promise<void> {
    const { status } = await this.#call('deleteAccount');
    if (status === 200) this.closed = true;
  }

  async #call(route: UserEndpointName, call: { body?: unknown } = {}): Promise<Reply> {
    this.#calls += 1;
    // Every other token is one that does not tell the address.
    const isSilent = this.#address === 'sometimes' && this.#calls % 2 === 1;
    return callAs(this.#cloud, isSilent ? { ...this.self, email: undefined } : this.self, route, call);
  }

  #idOf(name: string): string {
    const id = this.#ids.get(name) ?? randomUUID();
    this.#ids.set(name, id);
    return id;
  }
}
