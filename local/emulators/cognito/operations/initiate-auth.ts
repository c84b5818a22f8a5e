import { z } from 'zod';
import { takeChallenge } from '../challenges.ts';
import { CognitoError, invalidParameter, invalidSession } from '../errors.ts';
import { refresh } from '../grants.ts';
import { type Client, findClient } from '../pool.ts';
import { answerPassword, askSrp, identify, type SignInAnswer, welcome } from '../sign-in.ts';
import { choose } from './choose-factor.ts';
import { metadata, operation } from './operation.ts';
import { type Parameters, parameters, required } from './parameters.ts';

/** How Cognito words it that a client may not use a flow: not the same for every flow. */
const FLOWS = {
  USER_SRP_AUTH: { run: srp, refusal: 'USER_SRP_AUTH is not enabled for the client.' },
  USER_PASSWORD_AUTH: { run: password, refusal: 'USER_PASSWORD_AUTH flow not enabled for this client' },
  REFRESH_TOKEN_AUTH: { run: refreshToken, refusal: 'Auth flow not enabled for this client' },
  USER_AUTH: { run: userAuth, refusal: 'USER_AUTH flow not enabled for this client' },
} as const;

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_InitiateAuth.html */
export const InitiateAuth = operation(
  z.object({
    ClientId: z.string(),
    AuthFlow: z.string(),
    AuthParameters: parameters,
    Session: z.string().nullish(),
    ClientMetadata: metadata,
  }),
  (input, directory): Promise<SignInAnswer> => {
    const client = findClient(directory, input.ClientId);
    const name = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
    if (!isFlow(name)) throw invalidParameter(`The AuthFlow ${input.AuthFlow} is not emulated.`);
    const { run, refusal } = FLOWS[name];
    if (
      !client.properties.ExplicitAuthFlows.some((allowed) => allowed === `ALLOW_${name}` || allowed === name)
    ) {
      throw invalidParameter(refusal);
    }
    return run(client, input.AuthParameters, input.Session ?? undefined);
  },
);

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetTokensFromRefreshToken.html */
export const GetTokensFromRefreshToken = operation(
  z.object({ ClientId: z.string(), RefreshToken: z.string() }),
  async (input, directory) => ({
    AuthenticationResult: await refresh(findClient(directory, input.ClientId), input.RefreshToken),
  }),
);

async function srp(client: Client, given: Parameters): Promise<SignInAnswer> {
  return Promise.resolve(
    askSrp(client, identify(client, required(given, 'USERNAME')), required(given, 'SRP_A')),
  );
}

function password(client: Client, given: Parameters): Promise<SignInAnswer> {
  return answerPassword(client, identify(client, required(given, 'USERNAME')), required(given, 'PASSWORD'));
}

async function refreshToken(client: Client, given: Parameters): Promise<SignInAnswer> {
  // This flow has no way to hand out the next token.
  if (client.properties.RefreshTokenRotation.Feature === 'ENABLED') {
    throw new CognitoError(
      'UnsupportedOperationException',
      'Refresh token rotation is enabled for this client: use GetTokensFromRefreshToken.',
    );
  }
  return {
    ChallengeParameters: {},
    AuthenticationResult: await refresh(client, required(given, 'REFRESH_TOKEN')),
  };
}

function userAuth(client: Client, given: Parameters, session: string | undefined): Promise<SignInAnswer> {
  const person = identify(client, required(given, 'USERNAME'));
  if (session === undefined) return choose(client, person, given, given['PREFERRED_CHALLENGE']);

  // Straight from ConfirmSignUp, whose code was proof enough.
  const challenge = takeChallenge(client, session, ['signedUp']);
  if (person.user?.username !== challenge.username) throw invalidSession();
  return welcome(client, person.user);
}

function isFlow(name: string): name is keyof typeof FLOWS {
  return Object.hasOwn(FLOWS, name);
}
