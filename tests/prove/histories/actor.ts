import { randomUUID } from 'node:crypto';
import { sortedJson } from '#contract/design/same-design.ts';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import type { PackId } from '#contract/packs.ts';
import { createReferenceImageResponse } from '#contract/endpoints/reference-requests.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { CUTOUT_LAYER, TEXT_LAYER } from '../../support/designs.ts';
import { DESIGN_PREVIEW, JPEGS, withComment } from '../../support/jpegs.ts';
import { createPhoto } from '../../support/photos.ts';
import type { RequestParts } from '../../support/valid-requests.ts';
import { invokeEndpoint, type Reply, type TestUser } from '../api.ts';
import { openCheckout } from '../stripe.ts';
import { generateThumbnail, grantCredits } from '../users.ts';
import type { ActionOf, History, Picture } from './actions.ts';

type EditAction = Pick<ActionOf<'createEdit'>, 'index' | 'edit' | 'base'> & { words: string };

/** The user of a history: sends requests and keeps the responses. */
export class Actor {
  readonly userId = randomUUID();
  /** All responses to each generation, by its id. */
  readonly generations = new Map<string, Reply[]>();
  /** All responses to each cut-out, by its id. */
  readonly cutouts = new Map<string, Reply[]>();
  /** The pictures that were requested under each id, from an upload of this user. */
  readonly pictures = new Map<string, Picture[]>();
  /** All responses to each edit, by its id. */
  readonly edits = new Map<string, Reply[]>();
  /** The designs whose save was answered with success, as JSON with sorted fields. */
  readonly savedDesigns: { id: string; version: number; design: string }[] = [];
  /** The ids of the thumbnails and cut-outs whose deletion was answered with success. */
  readonly deletedThumbnails = new Set<string>();
  /** The generations and edits whose cancellation was confirmed. */
  readonly canceled = new Set<string>();
  /** All responses to each grant, by its id. */
  readonly grants = new Map<string, unknown[]>();
  /** True after a deletion of the account was answered with success. */
  isDeleted = false;
  readonly #cloud: EmbeddedCloud;
  readonly #email: History['email'];
  readonly #address: string;
  readonly #ids = new Map<string, string>();
  /** The revisions of designs that this user has read or saved, by the thumbnail's id. */
  readonly #versions = new Map<string, number>();
  #requests = 0;

  /** @param sameMailboxAs the user whose mailbox this user shares. @default no other user has the mailbox */
  constructor(cloud: EmbeddedCloud, email: History['email'], sameMailboxAs?: string) {
    this.#cloud = cloud;
    this.#email = email;
    // A provider that is known to ignore a tag: elsewhere it could be another person's address.
    this.#address = sameMailboxAs === undefined ? `${this.userId}@gmail.com` : `${sameMailboxAs}+2@gmail.com`;
  }

  /** Describes the user, with the address unless no token of this user contains the address. */
  get user(): TestUser {
    return { userId: this.userId, email: this.#email === 'never' ? undefined : this.#address };
  }

  async read(): Promise<void> {
    await Promise.all([this.#invoke('readCredits'), this.#invoke('listThumbnails')]);
  }

  async generate(index: number, words: string): Promise<void> {
    const generationId = this.#idFor(`generation ${index}`);
    const reply = await generateThumbnail(this.#cloud, this.#nextToken(), { generationId, words });
    this.generations.set(generationId, [...(this.generations.get(generationId) ?? []), reply]);
  }

  /** Makes a photo of an upload. @param referenceId the upload of another user. @default an upload of this user */
  async createPhoto(index: number, picture: Picture, referenceId?: string): Promise<void> {
    const generationId = this.#idFor(`generation ${index}`);
    const upload = referenceId ?? (await this.uploadPhoto(picture));
    if (upload === undefined) return;
    if (referenceId === undefined) {
      this.pictures.set(generationId, [...(this.pictures.get(generationId) ?? []), picture]);
    }
    const body = { userId: this.userId, generationId, referenceId: upload };
    const reply = await this.#invoke('createThumbnail', { body });
    this.generations.set(generationId, [...(this.generations.get(generationId) ?? []), reply]);
  }

  /** @returns the id of the upload; undefined if the upload is not permitted. */
  uploadPhoto([width, height]: Picture): Promise<string | undefined> {
    return this.#uploadReferenceImage(createPhoto(width, height));
  }

  async deleteThumbnail(index: number): Promise<void> {
    const id = this.#choose('generation', index);
    const { status } = await this.#invoke('deleteThumbnail', { params: { id } });
    if (status === 200) this.deletedThumbnails.add(id);
  }

  /** Every saved design differs from the last, often only in a translation. */
  async saveDesign({ index, behind, cutout, image, hasPreview }: ActionOf<'saveDesign'>): Promise<void> {
    const id = this.#choose('generation', index);
    const read = this.#versions.get(id) ?? 0;
    const version = Math.max(0, read - behind);
    const shown = image !== undefined && { image: this.#choose('edit', image) };
    const cutoutId = cutout === undefined ? undefined : this.#choose('cut-out', cutout);
    const text = { ...TEXT_LAYER, translations: { de: { text: randomUUID() } } };
    const layers = cutoutId === undefined ? [text] : [text, { ...CUTOUT_LAYER, cutoutId }];
    const design = { layers, crop: 0.5, ...shown };
    const preview = hasPreview ? DESIGN_PREVIEW.toString('base64') : undefined;
    const body = { design, version, preview };
    const { status } = await this.#invoke('saveDesign', { params: { id }, body });
    // After a conflict, the page reads the design that another page has saved.
    if (status === 200 || status === 409) this.#versions.set(id, version + 1);
    if (status === 200) this.savedDesigns.push({ id, version: version + 1, design: sortedJson(design) });
  }

  /** Uploads a reference image and makes a cut-out of it. @param words rehearsal words. */
  async createCutout(index: number, words: string): Promise<void> {
    // The fault proxy recognizes the call to the model by the user id.
    const referenceId = await this.#uploadReferenceImage(
      withComment(JPEGS.baseline, `${words} ${this.userId}`),
    );
    if (referenceId === undefined) return;
    const generationId = this.#idFor(`cut-out ${index}`);
    const body = { referenceId, userId: this.userId, generationId };
    const reply = await this.#invoke('createCutout', { body });
    this.cutouts.set(generationId, [...(this.cutouts.get(generationId) ?? []), reply]);
  }

  /** @returns undefined if the upload is not permitted. */
  async #uploadReferenceImage(jpeg: Buffer): Promise<string | undefined> {
    const body = { contentType: 'image/jpeg', bytes: jpeg.length };
    const permitted = await this.#invoke('createReferenceImage', { body });
    if (permitted.status !== 200) return undefined;
    const { id, upload } = createReferenceImageResponse.parse(permitted.body);
    // Without its image, the cut-out fails and is refunded.
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(jpeg) }).catch(
      () => undefined,
    );
    return id;
  }

  /** An edit may name a thumbnail of another index than at its first request, or a base that it does not have. */
  async createEdit({ index, edit, base, words }: EditAction): Promise<void> {
    const thumbnailId = this.#choose('generation', index);
    const editId = this.#idFor(`edit ${edit}`);
    const baseId = base === undefined ? thumbnailId : this.#choose('edit', base);
    // The fault proxy recognizes the call to the service by the user id.
    const operation = { kind: 'recolor', find: this.userId, prompt: `${words} red` };
    const body = { userId: this.userId, editId, thumbnailId, baseId, operation };
    const reply = await this.#invoke('createEdit', { body });
    this.edits.set(editId, [...(this.edits.get(editId) ?? []), reply]);
  }

  async deleteCutout(index: number): Promise<void> {
    const id = this.#choose('cut-out', index);
    const { status } = await this.#invoke('deleteCutout', { params: { id } });
    if (status === 200) this.deletedThumbnails.add(id);
  }

  async cancel(kind: 'generation' | 'edit', index: number): Promise<void> {
    const id = this.#idFor(`${kind} ${index}`);
    const { status } = await this.#invoke('cancelGeneration', { params: { id } });
    if (status === 200) this.canceled.add(id);
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

  #invoke(endpoint: UserEndpointName, parts?: RequestParts): Promise<Reply> {
    return invokeEndpoint(this.#cloud, this.#nextToken(), endpoint, parts);
  }

  /** `sometimes`: every other token is an access token, which has no address. */
  #nextToken(): TestUser {
    this.#requests += 1;
    const hasEmail = this.#email !== 'sometimes' || this.#requests % 2 === 0;
    return hasEmail ? this.user : { ...this.user, email: undefined };
  }

  /**
   * Chooses an image that the user was shown, or the id of the index, which may not exist. Without the choice, almost all deletions, edits and
   * saves name an id that does not exist.
   */
  #choose(kind: 'generation' | 'edit' | 'cut-out', index: number): string {
    const made = { generation: this.generations, edit: this.edits, 'cut-out': this.cutouts }[kind];
    const shown = [...made].filter(([, replies]) => replies.some(({ status }) => status === 200));
    const [id = this.#idFor(`${kind} ${index}`)] = shown[index % (shown.length + 1)] ?? [];
    return id;
  }

  #idFor(name: string): string {
    const id = this.#ids.get(name) ?? randomUUID();
    this.#ids.set(name, id);
    return id;
  }
}
