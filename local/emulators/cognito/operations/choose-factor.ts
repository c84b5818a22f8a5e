import { openChallenge } from '../challenges.ts';
import { userNotConfirmed } from '../errors.ts';
import type { Client } from '../pool.ts';
import { answerPassword, askEmailCode, askSrp, type Person, type SignInAnswer } from '../sign-in.ts';
import { type Parameters, required } from './parameters.ts';

/**
 * Choice-based sign-in (USER_AUTH): the way the caller asked for if it is open to this user, otherwise the list.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication-flows-selection-sdk.html
 */
export async function choose(
  client: Client,
  person: Person,
  given: Parameters,
  wanted: string | undefined,
): Promise<SignInAnswer> {
  const available = factorsOf(client, person);
  const factor = available.find((name) => name === wanted);
  switch (factor) {
    case 'PASSWORD':
      if (given['PASSWORD'] === undefined) return ask(client, person, factor);
      return answerPassword(client, person, required(given, 'PASSWORD'));
    case 'PASSWORD_SRP':
      if (given['SRP_A'] === undefined) return ask(client, person, factor);
      return askSrp(client, person, required(given, 'SRP_A'));
    case 'EMAIL_OTP':
      checkIsConfirmed(person);
      return askEmailCode(client, person);
    case undefined:
      checkIsConfirmed(person);
      return { ...ask(client, person, 'SELECT_CHALLENGE'), AvailableChallenges: available };
  }
}

function ask(client: Client, person: Person, name: string): SignInAnswer {
  return {
    ChallengeName: name,
    ChallengeParameters: {},
    Session: openChallenge(client, 'choice', person.username),
  };
}

function factorsOf({ pool }: Client, { user }: Person) {
  const allowed = pool.properties.Policies.SignInPolicy.AllowedFirstAuthFactors;
  const hasPassword = user === undefined || user.password !== undefined;
  // An unconfirmed user may ask for a code too, and is then told what to do first.
  const hasAddress = user?.status !== 'CONFIRMED' || user.attributes['email_verified'] === 'true';
  return [
    ...(hasPassword && allowed.includes('PASSWORD') ? (['PASSWORD', 'PASSWORD_SRP'] as const) : []),
    ...(hasAddress && allowed.includes('EMAIL_OTP') ? (['EMAIL_OTP'] as const) : []),
  ];
}

/** Where there is no password to ask for first, an unconfirmed user is sent to confirm at once. */
function checkIsConfirmed({ user }: Person): void {
  if (user?.status === 'UNCONFIRMED') throw userNotConfirmed();
}
