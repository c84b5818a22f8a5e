import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { signIn, signOut } from 'aws-amplify/auth';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { composeCodeEmail } from '../../../functions/accounts/code-email.ts';
import { startCognito, type CognitoEmulator } from '../../../local/emulators/cognito/cognito.ts';
import type { Mail } from '../../../local/emulators/mailbox.ts';
import { readSiteConfig } from '../../../web/src/lib/read-site-config.ts';
import { App } from '../../../web/src/app/app.tsx';
import { AUTH_PAGE } from '../../../web/src/app/lazy-pages.tsx';
import { sessionStore, VISITOR } from '../../../web/src/session/session-store.ts';
import { CONFIG } from './fake-api.ts';
import '../../support/fast-srp.ts';

// A busy machine needs long for a whole sign-in.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const SITE = 'https://site.test';
const POOL = { region: 'eu-west-2', userPoolId: 'eu-west-2_Forms1234', userPoolClientId: 'forms-client' };
export const PASSWORD = 'correct horse 7';

/** Delays the calls of one operation of Cognito. */
interface Gate {
  operation: string;
  opened: Promise<void>;
}

// The whole site with the real Amplify against the user pool's emulator. Only the settings and the API are replaced.
const realFetch = globalThis.fetch;
let cognito: CognitoEmulator;
let mails: Mail[] = [];
let gate: Gate | undefined;
let isOffline = false;
let operations: (string | undefined)[] = [];
let userCount = 0;

beforeAll(async () => {
  cognito = await startCognito({
    region: POOL.region,
    deliver: (mail) => mails.unshift(mail),
    invokeTrigger: (_functionArn, event) =>
      Promise.resolve(composeCodeEmail(event as CustomMessageTriggerEvent, SITE)),
  });
  cognito.createUserPool(POOL.userPoolId, {
    Schema: [{ Name: 'email', Mutable: false }],
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    Policies: {
      PasswordPolicy: { MinimumLength: 10, RequireLowercase: true, RequireNumbers: true },
      SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
    },
    EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
    LambdaConfig: { CustomMessage: 'arn:aws:lambda:CustomMessage' },
  });
  cognito.createUserPoolClient(POOL.userPoolClientId, {
    UserPoolId: POOL.userPoolId,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 30 },
  });
  stubNetwork();
  await AUTH_PAGE.load();
});
beforeEach(stubNetwork);
afterEach(async () => {
  cleanup();
  gate = undefined;
  isOffline = false;
  await signOut();
  sessionStore.set(VISITOR);
  mails = [];
  // An access token of the product does not allow it, and the browser would report the refusal.
  expect(operations).not.toContain('GetUser');
  operations = [];
});
afterAll(async () => {
  await cognito.close();
});

function stubNetwork(): void {
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    const path = String(url);
    if (path === '/config.json')
      return Response.json({ ...CONFIG, ...POOL, userPoolEndpoint: cognito.endpoint });
    if (path.startsWith('/api/'))
      return Response.json({ credits: 3, thumbnails: [], purchases: [], keys: [] });
    if (isOffline) throw new TypeError('Failed to fetch');
    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1];
    operations.push(operation);
    if (gate !== undefined && operation === gate.operation) await gate.opened;
    return realFetch(url, init);
  });
}

/** Sets whether the deployment offers sign-in by e-mail, for the tests of a describe block. */
export function withMagicLink(magicLink: boolean): void {
  beforeEach(async () => {
    // The site reads its settings once, so this changes the cached ones.
    (await readSiteConfig()).magicLink = magicLink;
  });
}

export const newEmail = () => `user${(userCount += 1)}@example.com`;

export const mailCount = () => mails.length;

export function mailTo(email: string): Mail {
  const mail = mails.find(({ to }) => to === email);
  if (mail === undefined) throw new Error(`No mail came for ${email}`);
  return mail;
}

/** Creates an account. @returns its address. */
export async function createAccount(): Promise<string> {
  const email = newEmail();
  await call('SignUp', { Username: email, Password: PASSWORD });
  await call('ConfirmSignUp', { Username: email, ConfirmationCode: mailTo(email).code });
  mails = [];
  return email;
}

const call = (operation: string, input: object) =>
  fetch(cognito.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify({ ClientId: POOL.userPoolClientId, ...input }),
  });

/** Delays the calls of an operation. @returns a function that releases them. */
export function delayOperation(operation: string): () => void {
  let open: () => void = () => undefined;
  gate = { operation, opened: new Promise((resolve) => (open = resolve)) };
  return open;
}

export function goOffline(): void {
  isOffline = true;
}

/** Opens the site and waits for the form. */
export async function open(path: string): Promise<void> {
  const site = (
    <MemoryRouter initialEntries={['/', path]}>
      <App />
      <Address />
    </MemoryRouter>
  );
  // Outside of `act` React would show the fallback for 300 ms.
  await act(async () => {
    render(site);
    await AUTH_PAGE.load();
  });
  await screen.findByText(
    /Already have an account|Forgot your password|Confirm my new account|^Choose a new password for/,
  );
}

/** Opens an e-mailed link in another tab of the browser: a new page with the same local storage. */
export async function openInNewTab(link: string): Promise<void> {
  cleanup();
  // Amplify keeps the sign-in that follows a sign-up in the memory of the tab. Another sign-in removes it.
  await signIn({ username: '' }).catch(() => undefined);
  const { origin, pathname, search } = new URL(link);
  expect(origin).toBe(SITE);
  await open(pathname + search);
}

function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <span data-testid="address">{pathname + search}</span>
      <button onClick={() => void navigate(-1)}>Back of the browser</button>
    </>
  );
}

export const goBack = () => press('Back of the browser');

/** Waits for a URL. */
export const waitForUrl = (address: string) =>
  waitFor(() => expect(screen.getByTestId('address').textContent).toBe(address));
export const heading = (text: string) => screen.findByRole('heading', { level: 1, name: text });
/** The notice above the form. */
export const notice = () => screen.getByRole('status').textContent;
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
export const type = (label: string, text: string) => {
  const input = field(label);
  input.focus();
  fireEvent.change(input, { target: { value: text } });
  fireEvent.blur(input);
};
/** Types with a pause after each event. Amplify leaves out its check of a field while another check runs. */
export const typeSlowly = async (label: string, text: string) => {
  const input = field(label);
  for (const send of [
    () => input.focus(),
    () => fireEvent.change(input, { target: { value: text } }),
    () => fireEvent.blur(input),
  ]) {
    send();
    await act(nextTask);
  }
};
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));
// Amplify's hidden tabs have the same names. A query by role is slow in happy-dom.
export const button = (name: string) =>
  screen.getByText<HTMLButtonElement>(name, { selector: 'button:not([role=tab])' });
/** The button with a loading label. */
export const busyButton = async (name: string) => {
  const label = await screen.findByText(name, { selector: 'button, button *' });
  return label.closest('button');
};
export const press = (name: string) => {
  button(name).focus();
  fireEvent.click(button(name));
};
export const error = async () => (await screen.findByRole('alert')).textContent;
export const findText = (text: string) => screen.findByText(text);
export const waitForFocus = (element: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element()));

/** Confirms the address after a sign-up, which ends on the home page. */
export async function confirm(code: string): Promise<void> {
  type('Code', code);
  press('Verify token');
  await waitForUrl('/');
}

/** Signs up, which opens the form for the code. */
export async function signUp(email: string): Promise<void> {
  await open('/auth?view=sign_up');
  submitSignUp(email);
  await waitForUrl('/auth?view=verify_otp');
}

export function submitSignUp(email: string, password = PASSWORD): void {
  type('Email', email);
  type('Password', password);
  type('Confirm password', password);
  press('Sign up');
}
