import { welcomeUser } from '../accounts/welcome.ts';
import { AccountClosedError, InsufficientCreditsError } from '../errors/errors.ts';
import { spend } from '../ledger/movement.ts';
import { beginSpend } from '../ledger/spending.ts';
import { countCreditsSpent } from '../telemetry/metrics.ts';
import { admissionOf, tooManyInFlight, tooManyLately } from './admission.ts';
import { parseThumbnail, type Pending, type Thumbnail } from './record.ts';
import { insertPending } from './thumbnails-table.ts';

/**
 * Takes the credits and opens the record, in one transaction.
 * @param email of the user, verified: an account without it may have to be opened first.
 * @returns the earlier generation of the same id, if there is one; then nothing was taken.
 * @throws InsufficientCreditsError, AccountClosedError, TooManyRequestsError; nothing was taken.
 */
export async function reserve(pending: Pending, email: string | undefined): Promise<Thumbnail | undefined> {
  const { userId, generationId, cost } = pending;
  const begin = () =>
    beginSpend(spend(userId, generationId, cost), {
      alongside: insertPending(pending),
      admission: admissionOf(userId),
    });
  let outcome = await begin();
  if (outcome.kind === 'no_account') {
    await welcomeUser({ userId, email });
    outcome = await begin();
  }
  switch (outcome.kind) {
    case 'begun':
      countCreditsSpent(cost);
      return undefined;
    case 'refused':
      return parseThumbnail(outcome.existing);
    case 'insufficient':
      throw new InsufficientCreditsError();
    case 'closed':
      throw new AccountClosedError();
    case 'too_many_in_flight':
      throw tooManyInFlight();
    case 'too_many_lately':
      throw tooManyLately();
    case 'already_moved':
    case 'no_account':
      throw new Error(`A generation's spend met ${outcome.kind}.`);
  }
}
