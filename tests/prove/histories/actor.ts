import { randomUUID } from 'node:crypto';
import type { UserEndpointName } from '../../../contract/endpoints.ts';
import type { PackId } from '../../../contract/packs.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { invokeEndpoint, type Reply, type TestUser } from '../api.ts';
import { openCheckout } from '../stripe.ts';
import { generateThumbnail, grantCredits } from '../users.ts';
import type { History } from './actions.ts';

/** The user of a history: sends requests and keeps the responses. */
export class Actor {
  readonly userId = randomUUID();
  /** All responses to each generation, by its id. */
  readonly generations = new Map<string, Reply[]>();
  /** All responses to each grant, by its id. */
  readonly grants = new Map<string, unknown[]>();
  /** Whether a deletion of the account was answered with success. */
  isDeleted = false;
  readonly #cloud: EmbeddedCloud;
  readonly #email: History['email'];
  readonly #ids = new Map<string, string>();
  #requests = 0;

  constructor(cloud: EmbeddedCloud, email: History['email']) {
    this.#cloud = cloud;
    this.#email = email;
  }

  /** With the address, unless no token of this user contains it. */
  get user(): TestUser {
    const { userId } = this;
    return { userId, email: this.#email === 'never' ? undefined : `${userId}@example.com` };
  }

  async read(): Promise<void> {
    await Promise.all([this.#invoke('readCredits'), this.#invoke('listThumbnails')]);
  }

  async generate(index: number, words: string): Promise<void> {
    const generationId = this.#idFor(`generation ${index}`);
    const reply = await generateThumbnail(this.#cloud, this.#nextToken(), { generationId, words });
    this.generations.set(generationId, [...(this.generations.get(generationId) ?? []), reply]);
  }

  async grant(index: number, credits: number): Promise<void> {
    const grantId = this.#idFor(`grant ${index}`);
    const reply = await grantCredits(this.#cloud, this.userId, credits, grantId);
    this.grants.set(grantId, [...(this.grants.get(grantId) ?? []), reply]);
  }

  openCheckout(pack: PackId): Promise<string | undefined> {
    return openCheckout(this.#cloud, this.#nextToken(), pack);
  }

  async deleteAccount(): Promise<void> {
    const { status } = await this.#invoke('deleteAccount');
    if (status === 200) this.isDeleted = true;
  }

  #invoke(endpoint: UserEndpointName): Promise<Reply> {
    return invokeEndpoint(this.#cloud, this.#nextToken(), endpoint);
  }

  /** `sometimes`: every other token is an access token, which has no address. */
  #nextToken(): TestUser {
    this.#requests += 1;
    const hasEmail = this.#email !== 'sometimes' || this.#requests % 2 === 0;
    return hasEmail ? this.user : { ...this.user, email: undefined };
  }

  #idFor(name: string): string {
    const id = this.#ids.get(name) ?? randomUUID();
    this.#ids.set(name, id);
    return id;
  }
}
