import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { z } from 'zod';
import { LOCAL_CREDENTIALS } from '../../local/credentials.ts';
import { isUploaded } from '../../contract/photo.ts';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import type { CloudInspector, LedgerRow, ThumbnailRow } from './cloud-inspector.ts';

/** The stored state of one user. */
export interface UserState {
  balance: number;
  shortfall: number;
  packs: Record<string, number>;
  isClosed: boolean;
  ledger: readonly LedgerRow[];
  thumbnails: readonly ThumbnailRow[];
  images: readonly string[];
}

export async function readUserState(inspector: CloudInspector, userId: string): Promise<UserState> {
  const [{ credits, shortfall = 0, packs = {}, closedAt }, ledger, thumbnails, images] = await Promise.all([
    inspector.account(userId),
    inspector.ledger(userId),
    inspector.thumbnails(userId),
    inspector.images(userId),
  ]);
  return { balance: credits, shortfall, packs, isClosed: closedAt !== undefined, ledger, thumbnails, images };
}

/** The invariants of docs/reliability.md. Each returns a sentence for every violation. */
const INVARIANTS: readonly ((state: UserState) => string[])[] = [
  checkBalance,
  checkShortfall,
  checkPacks,
  checkGenerationsEnded,
  checkDesignPreviews,
  checkSpendsMatchGenerations,
  checkRefundsMatchSpends,
];

/**
 * Checks the invariants of one user. Call it when no generation runs and refund-abandoned has run.
 * @returns a sentence for every violation.
 */
export async function findViolations(inspector: CloudInspector, userId: string): Promise<string[]> {
  return findStateViolations(await readUserState(inspector, userId));
}

export function findStateViolations(state: UserState): string[] {
  return INVARIANTS.flatMap((check) => check(state));
}

function checkBalance({ balance, ledger }: UserState): string[] {
  const sum = ledger.reduce((total, { amount }) => total + amount, 0);
  return [
    ...(balance === sum ? [] : [`the balance is ${balance}, but the ledger's sum is ${sum}`]),
    ...(balance >= 0 ? [] : [`the balance is negative: ${balance}`]),
  ];
}

function checkShortfall({ shortfall, ledger }: UserState): string[] {
  const sum = ledger.reduce((total, entry) => total + Number(entry['shortfall'] ?? 0), 0);
  const excess = ledger.filter(({ kind, ref, amount }) => {
    const purchase = ledger.find(({ entryId }) => entryId === `purchase#${String(ref)}`);
    return kind === 'collect' && (purchase === undefined || -amount > purchase.amount);
  });
  return [
    ...(shortfall === sum ? [] : [`the shortfall is ${shortfall}, but the ledger's sum is ${sum}`]),
    ...(shortfall >= 0 ? [] : [`the shortfall is negative: ${shortfall}`]),
    ...excess.map(({ entryId }) => `${entryId} took more than its purchase added`),
  ];
}

/** The credits of each pack that an account keeps. An entry of a pack says what it adds to them. */
function checkPacks({ packs, ledger }: UserState): string[] {
  const sums = new Map<string, number>();
  for (const { pack, packCredits } of ledger)
    if (pack !== undefined) sums.set(pack, (sums.get(pack) ?? 0) + Number(packCredits));
  return [...new Set([...sums.keys(), ...Object.keys(packs)])].flatMap((pack) => {
    const [credits, sum] = [packs[pack] ?? 0, sums.get(pack) ?? 0];
    return credits === sum && credits >= 0
      ? []
      : [`the account has ${credits} credits of ${pack}, but the ledger's sum is ${sum}`];
  });
}

function checkGenerationsEnded({ isClosed, ledger, thumbnails, images }: UserState): string[] {
  return thumbnails.flatMap(({ generationId, status, endedAs = status, imageKey, copyOf, ...row }) => {
    if (status === 'pending' || status === 'waiting')
      return [`generation ${generationId} is still ${status}`];
    if ('pendingShard' in row) return [`generation ${generationId} is ${status}, but still in progress`];
    if (row.listedAt?.startsWith('unfinished#') === true)
      return [`generation ${generationId} is ${status}, but still listed as unfinished`];
    if (isClosed) return [];
    const count = (kind: string) =>
      ledger.filter(({ entryId }) => entryId === `${kind}#${generationId}`).length;
    const [spends, refunds] = [count('spend'), count('refund')];
    const isBooked =
      spends === (isUnpaid({ copyOf, model: row.model }) ? 0 : 1) &&
      refunds === (endedAs === 'failed' ? 1 : 0);
    const hasImage = status !== 'succeeded' || images.includes(imageKey ?? '');
    const remaining = images.filter((key) => status === 'deleted' && key.includes(generationId));
    return [
      ...(isBooked
        ? []
        : [`generation ${generationId} is ${status} with ${spends} spends, ${refunds} refunds`]),
      ...(hasImage ? [] : [`generation ${generationId} succeeded but has no image`]),
      ...remaining.map((key) => `generation ${generationId} was deleted, but ${key} remains`),
    ];
  });
}

/** A copy and a photo cost nothing. */
const isUnpaid = ({ copyOf, model }: Pick<ThumbnailRow, 'copyOf' | 'model'>): boolean =>
  copyOf !== undefined || isUploaded(model);

/** A row never names a preview that does not exist. */
function checkDesignPreviews({ thumbnails, images }: UserState): string[] {
  return thumbnails
    .filter(({ designPreviewKey: key }) => key !== undefined && !images.includes(key))
    .map(({ generationId }) => `the preview of the design of ${generationId} does not exist`);
}

/** The deletion of an account removes its generations and keeps its ledger. */
function checkSpendsMatchGenerations({ isClosed, ledger, thumbnails }: UserState): string[] {
  const spends = ledger.filter(({ kind }) => kind === 'spend').length;
  const paid = thumbnails.filter((row) => !isUnpaid(row)).length;
  return isClosed || spends === paid ? [] : [`${spends} spends were booked for ${paid} generations`];
}

function checkRefundsMatchSpends({ ledger }: UserState): string[] {
  const amounts = new Map(ledger.map(({ entryId, amount }) => [entryId, amount]));
  return ledger
    .filter(({ kind, entryId, amount }) => {
      return kind === 'refund' && amounts.get(entryId.replace('refund#', 'spend#')) !== -amount;
    })
    .map(({ entryId, amount }) => `${entryId} of ${amount} does not match its spend`);
}

/** @returns a sentence for everything that is wrong with a deleted account. */
export async function findDeletionViolations(
  cloud: EmbeddedCloud,
  inspector: CloudInspector,
  userId: string,
): Promise<string[]> {
  const [canSignIn, account, state, purchases] = await Promise.all([
    hasSignIn(cloud, userId),
    inspector.account(userId),
    readUserState(inspector, userId),
    inspector.purchases(userId),
  ]);
  const rows = JSON.stringify([account, state.thumbnails, purchases]);
  const personal = ['generationId', 'receiptUrl', 'stripeCustomerId'].filter((name) => rows.includes(name));
  const open = cloud.stripe.controls
    .sessions()
    .filter(({ session }) => session.client_reference_id === userId && session.status === 'open');
  return [
    ...open.map(({ session }) => `the checkout session ${session.id} can still be paid`),
    ...(canSignIn ? ['the user can still sign in'] : []),
    ...(state.images.length === 0 ? [] : [`${state.images.length} images are left`]),
    ...personal.map((name) => `the rows still contain a ${name}`),
    ...(state.balance === 0 ? [] : [`the closed account has a balance of ${state.balance}`]),
    ...(state.isClosed ? [] : ['the account is not closed']),
    ...findStateViolations(state),
  ];
}

const siteConfig = z.object({ userPoolId: z.string() });

export async function hasSignIn(cloud: EmbeddedCloud, userId: string): Promise<boolean> {
  const cognito = new CognitoIdentityProviderClient({
    region: cloud.region,
    endpoint: cloud.endpoints.COGNITO_IDENTITY_PROVIDER,
    credentials: LOCAL_CREDENTIALS,
  });
  const { userPoolId } = siteConfig.parse(await (await fetch(`${cloud.url}/config.json`)).json());
  try {
    await cognito.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: userId }));
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  } finally {
    cognito.destroy();
  }
}
