import { z } from 'zod';
import { takeChallenge } from '../challenges.ts';
import { invalidParameter } from '../errors.ts';
import { findClient } from '../pool.ts';
import { answerEmailCode, answerSrp, personOf, type SignInAnswer } from '../sign-in.ts';
import { choose } from './choose-factor.ts';
import { metadata, operation } from './operation.ts';
import { parameters, required } from './parameters.ts';

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_RespondToAuthChallenge.html */
export const RespondToAuthChallenge = operation(
  z.object({
    ClientId: z.string(),
    ChallengeName: z.string(),
    ChallengeResponses: parameters,
    Session: z.string().nullish(),
    ClientMetadata: metadata,
  }),
  async (input, directory): Promise<SignInAnswer> => {
    const client = findClient(directory, input.ClientId);
    const given = input.ChallengeResponses;
    const session = input.Session ?? undefined;
    switch (input.ChallengeName) {
      case 'PASSWORD_VERIFIER':
        return answerSrp(client, {
          secretBlock: required(given, 'PASSWORD_CLAIM_SECRET_BLOCK'),
          signature: required(given, 'PASSWORD_CLAIM_SIGNATURE'),
          timestamp: readTimestamp(required(given, 'TIMESTAMP')),
        });
      case 'EMAIL_OTP':
        return answerEmailCode(client, session, required(given, 'EMAIL_OTP_CODE'));
      case 'SELECT_CHALLENGE':
      case 'PASSWORD':
      case 'PASSWORD_SRP': {
        const isChoice = input.ChallengeName === 'SELECT_CHALLENGE';
        const name = required(given, 'USERNAME');
        const wanted = isChoice ? required(given, 'ANSWER') : input.ChallengeName;
        const person = personOf(client, takeChallenge(client, session, ['choice']), name);
        return choose(client, person, given, wanted);
      }
      default:
        throw invalidParameter(`The challenge ${input.ChallengeName} is not emulated.`);
    }
  },
);

function readTimestamp(given: string): string {
  if (TIMESTAMP.test(given)) return given;
  throw invalidParameter('TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english');
}
