import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GlobalSignOutCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Workshop } from './workshop.ts';

export const PASSWORD = 'correct horse 7';

const clientOf = ({ config }: Workshop) =>
  new CognitoIdentityProviderClient({
    region: config.region,
    endpoint: config.userPoolEndpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });

/** Makes a user whose address is confirmed, or still is not. */
export async function signUpOverTheWire(
  workshop: Workshop,
  email: string,
  { confirm = true } = {},
): Promise<void> {
  const cognito = clientOf(workshop);
  const user = { ClientId: workshop.config.userPoolClientId, Username: email };
  const UserAttributes = [{ Name: 'email', Value: email }];
  await cognito.send(new SignUpCommand({ ...user, Password: PASSWORD, UserAttributes }));
  if (!confirm) return;
  const ConfirmationCode = (await workshop.mails(email))[0]?.code;
  await cognito.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode }));
}

/** Ends every session of a user, as from another device. */
export async function signOutEverywhere(workshop: Workshop, accessToken: string): Promise<void> {
  await clientOf(workshop).send(new GlobalSignOutCommand({ AccessToken: accessToken }));
}

/** Gives a user another address, as from another device. */
export async function changeEmail(workshop: Workshop, accessToken: string, email: string): Promise<void> {
  const UserAttributes = [{ Name: 'email', Value: email }];
  await clientOf(workshop).send(
    new UpdateUserAttributesCommand({ AccessToken: accessToken, UserAttributes }),
  );
}
