import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { readCreditsResponse, listThumbnailsResponse } from '#contract/endpoints/schemas.ts';
import { generateThumbnail, UnexpectedAnswerError } from '../site-client.ts';
import {
  confirmTemporaryUser,
  createTemporaryUser,
  grantCredits,
  signInTemporaryUser,
  type SignedInUser,
} from '../temporary-user.ts';
import { settings } from './site-checks.ts';
import { requireStep, type SmokeCheck, type SmokeContext } from './check.ts';

const PROMPT = 'A lighthouse on a cliff at sunset';
/** The ledger keeps it. */
const WHY = 'Smoke test of the deployment';

/** Checks that users can sign in by SRP. The check creates two users: the creator of the next checks, and a stranger. */
export const signIn: SmokeCheck = {
  name: 'sign-in',
  async run(context) {
    context.creator = await createSignedInUser(context);
    context.stranger = await createSignedInUser(context);
    return 'Two temporary users signed in by SRP.';
  },
};

/** Checks that a stolen access token cannot change or delete its user at Cognito. */
const accessToken: SmokeCheck = {
  name: 'access token',
  async run({ access: { cognito }, creator }) {
    const { accessToken: AccessToken } = requireStep(creator, signIn.name);
    const refusal = await cognito.send(new GetUserCommand({ AccessToken })).then(
      () => 'with the user',
      (error: unknown) => String(error),
    );
    if (!refusal.includes('does not have required scopes')) {
      throw new UnexpectedAnswerError(`Cognito answered an access token ${refusal}.`);
    }
    return 'Cognito refuses operations of the user with it.';
  },
};

async function createSignedInUser(context: SmokeContext): Promise<SignedInUser> {
  const { access, poolId } = context;
  const config = requireStep(context.config, settings.name);
  const pool = { cognito: access.cognito, poolId };
  const user = await createTemporaryUser(pool);
  // The user is registered before the next call, so that an interruption also deletes this user.
  context.users.push(user);
  await confirmTemporaryUser(pool, user);
  return signInTemporaryUser(config, user);
}

/** Checks that the first reading of the balance opens the account. */
const credits: SmokeCheck = {
  name: 'credits',
  async run(context) {
    const creator = requireStep(context.creator, signIn.name);
    const cost = getCost(context);
    await expectBalance(context, creator, 0);
    await grantCredits(context.access, creator, { credits: cost, why: WHY });
    await expectBalance(context, creator, cost);
    return `The account was opened, and received ${cost} for one generation.`;
  },
};

/** Checks that the stage's first model makes an image, and that the generation costs the price of the model. */
export const GENERATION_CHECK: SmokeCheck = {
  name: 'generation',
  async run(context) {
    const creator = requireStep(context.creator, signIn.name);
    const cost = getCost(context);
    const { id, url } = await generateThumbnail(context.site, creator, PROMPT);
    context.thumbnail = { id, url };
    await expectBalance(context, creator, 0);
    return `One image for ${cost} credit${cost === 1 ? '' : 's'}.`;
  },
};

const PNG_MAGIC = '89504e470d0a1a0a';

/** Checks that the browser can load the image from the site, and may cache the image. */
const image: SmokeCheck = {
  name: 'image',
  async run({ site, thumbnail }) {
    const { url } = requireStep(thumbnail, GENERATION_CHECK.name);
    const response = await site.fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200 || bytes.subarray(0, 8).toString('hex') !== PNG_MAGIC) {
      throw new UnexpectedAnswerError(`The image's URL answered ${response.status} without a PNG.`);
    }
    const cacheControl = response.headers.get('cache-control') ?? 'no cache-control';
    if (new URL(url).origin !== site.origin || !cacheControl.includes('immutable')) {
      throw new UnexpectedAnswerError(`The image is at ${new URL(url).origin} with ${cacheControl}.`);
    }
    return `A PNG of ${Math.round(bytes.length / 1_000)} kB from the site, which a browser keeps.`;
  },
};

/** Checks that the site refuses an image without a signed URL. */
const unsignedImage: SmokeCheck = {
  name: 'unsigned image',
  async run({ site, thumbnail }) {
    const { url } = requireStep(thumbnail, GENERATION_CHECK.name);
    const { origin, pathname } = new URL(url);
    const { status } = await site.fetch(origin + pathname);
    if (status !== 403) throw new UnexpectedAnswerError(`The image answered ${status} without a signature.`);
    return 'The image is refused without a signature.';
  },
};

/** Checks that the list contains the image. */
const list: SmokeCheck = {
  name: 'list',
  async run({ site, creator, thumbnail }) {
    const { id } = requireStep(thumbnail, GENERATION_CHECK.name);
    const { token } = requireStep(creator, signIn.name);
    const { thumbnails } = await site.call('listThumbnails', listThumbnailsResponse, { token });
    if (thumbnails.length !== 1 || thumbnails[0]?.id !== id) {
      throw new UnexpectedAnswerError('The list does not contain exactly the new image.');
    }
    return 'The list contains the image.';
  },
};

/** Checks that a user can neither read another user's image nor spend another user's credits. */
const anotherUser: SmokeCheck = {
  name: 'another user',
  async run({ site, creator, stranger, thumbnail }) {
    const { id } = requireStep(thumbnail, GENERATION_CHECK.name);
    const { token } = requireStep(stranger, signIn.name);
    const { id: userId } = requireStep(creator, signIn.name);
    await site.expectStatus('readThumbnail', 404, { token, params: { id } });
    await site.expectStatus('generateThumbnail', 403, { token, body: { prompt: PROMPT, userId } });
    return "Another user's image is not found, and another user's credits are refused.";
  },
};

/** @throws UnexpectedAnswerError if the balance differs. */
async function expectBalance(
  { site }: SmokeContext,
  { token }: SignedInUser,
  expected: number,
): Promise<void> {
  const { credits: balance } = await site.call('readCredits', readCreditsResponse, { token });
  if (balance !== expected) {
    throw new UnexpectedAnswerError(`The balance is ${balance} credits instead of ${expected}.`);
  }
}

/** The price of the first model, in credits. */
function getCost({ config }: SmokeContext): number {
  return requireStep(config?.models[0], settings.name).cost;
}

/** The checks of what a creator does. */
export const CREATOR_CHECKS: readonly SmokeCheck[] = [
  signIn,
  accessToken,
  credits,
  GENERATION_CHECK,
  image,
  unsignedImage,
  list,
  anotherUser,
];
