import {
  AdminDeleteUserCommand,
  DeleteUserCommand,
  GetUserAttributeVerificationCodeCommand,
  InitiateAuthCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CLIENT,
  CLIENT_ID,
  type CognitoWorld,
  PASSWORD,
  POOL,
  POOL_ID,
  someone,
  startWorld,
} from './cognito-world.ts';

let world: CognitoWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const update = (AccessToken: string, attributes: Record<string, string>) =>
  world.sdk.send(
    new UpdateUserAttributesCommand({
      AccessToken,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
const verify = (AccessToken: string, Code: string) =>
  world.sdk.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'email', Code }));
const attributesOf = async (accessToken: string): Promise<Record<string, unknown>> => {
  const { UserAttributes = [] } = await world.getUser(accessToken);
  return Object.fromEntries(UserAttributes.map(({ Name = '', Value }): [string, unknown] => [Name, Value]));
};

test('a user changes attributes, but not those that only the pool writes', async () => {
  const { access } = await world.tokensFor(await world.confirmed());
  await expect(update(access, { name: 'Ann' })).resolves.toMatchObject({ CodeDeliveryDetailsList: [] });
  await expect(attributesOf(access)).resolves.toMatchObject({ name: 'Ann', email_verified: 'true' });
  await expect(update(access, { sub: 'x' })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('a new e-mail counts at once, unverified until its code comes back', async () => {
  const old = await world.confirmed();
  const { access } = await world.tokensFor(old);
  const email = someone();
  await expect(update(access, { email })).resolves.toMatchObject({
    CodeDeliveryDetailsList: [{ Destination: 's***@e***', AttributeName: 'email' }],
  });
  await expect(attributesOf(access)).resolves.toMatchObject({ email, email_verified: 'false' });
  await expect(world.tokensFor(old)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(world.tokensFor(email)).resolves.toBeDefined();
  const choices = await world.sdk.send(
    new InitiateAuthCommand({
      ClientId: CLIENT_ID,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: email },
    }),
  );
  expect(choices.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP']);

  await expect(verify(access, 'wrong')).rejects.toMatchObject({ name: 'CodeMismatchException' });
  await world.sdk.send(
    new GetUserAttributeVerificationCodeCommand({ AccessToken: access, AttributeName: 'email' }),
  );
  await verify(access, world.codeFor(email));
  await expect(attributesOf(access)).resolves.toMatchObject({ email, email_verified: 'true' });
});

test('a new e-mail waits for its code where the pool says so', async () => {
  world.cognito.createUserPool(POOL_ID, {
    ...POOL,
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  });
  const old = await world.confirmed();
  const { access } = await world.tokensFor(old);
  const email = someone();
  await update(access, { email });
  await expect(attributesOf(access)).resolves.toMatchObject({ email: old, email_verified: 'true' });
  await verify(access, world.codeFor(email));
  await expect(attributesOf(access)).resolves.toMatchObject({ email, email_verified: 'true' });
  world.cognito.createUserPool(POOL_ID, POOL);
});

test("nobody takes another user's e-mail", async () => {
  const taken = await world.confirmed();
  const { access } = await world.tokensFor(await world.confirmed());
  await expect(update(access, { email: taken.toUpperCase() })).rejects.toMatchObject({
    name: 'AliasExistsException',
    message: 'An account with the given email already exists.',
  });
});

test('a deleted user is gone, with every token', async () => {
  const email = await world.confirmed();
  const { access } = await world.tokensFor(email);
  await world.sdk.send(new DeleteUserCommand({ AccessToken: access }));
  await expect(world.getUser(access)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(world.adminGet(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
  await expect(world.tokensFor(await world.confirmed(email))).resolves.toBeDefined();
});

test('an administrator deletes a user', async () => {
  const email = await world.confirmed();
  await world.sdk.send(new AdminDeleteUserCommand({ UserPoolId: POOL_ID, Username: email }));
  await expect(world.adminGet(email)).rejects.toMatchObject({ name: 'UserNotFoundException' });
});

test('two pools know nothing of each other', async () => {
  const id = 'eu-west-2_Other';
  world.cognito.createUserPool(id, POOL);
  world.cognito.createUserPoolClient('other-client', { ...CLIENT, UserPoolId: id });
  const email = await world.confirmed();
  await expect(world.tokensFor(email, PASSWORD, 'other-client')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect(world.cognito.jwks(id)).not.toEqual(world.cognito.jwks(POOL_ID));
});
