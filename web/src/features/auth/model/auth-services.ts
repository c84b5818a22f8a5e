import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import {
  autoSignIn,
  confirmResetPassword,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
} from 'aws-amplify/auth';
import type {
  ConfirmSignUpOutput,
  ResetPasswordOutput,
  SignInInput,
  SignUpInput,
  SignUpOutput,
} from 'aws-amplify/auth';
import { normalizeCode } from '../../../lib/email.ts';
import type { AuthFormState } from './auth-form-state.ts';
import { toReadableError, VALIDATION_MESSAGES } from '../../../session/auth-error.ts';
import { requireUncommonPassword } from '../../../session/common-password.ts';
import { NOTICES, type SetNotice } from './auth-context.ts';
import { clearPendingCodes, loadPendingCode, savePendingCode } from './pending-code.ts';

type Services = NonNullable<AuthenticatorProps['services']>;

/** Has no address, because Amplify would show it again, partly masked, above the field that contains it. */
const SIGN_UP_CODE_SENT: SignUpOutput = {
  isSignUpComplete: false,
  nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
};
const SIGN_UP_DONE: ConfirmSignUpOutput = { isSignUpComplete: true, nextStep: { signUpStep: 'DONE' } };
const RESET_CODE_SENT: ResetPasswordOutput = {
  isPasswordReset: false,
  nextStep: {
    resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  },
};

interface AuthServicesOptions {
  formState: AuthFormState;
  setNotice: SetNotice;
  /** Gets true after a sign-up with the address of an account, and false when the next sign-up starts. */
  setIsAccountKnown: (isKnown: boolean) => void;
  /** Makes Amplify render again. It does not when a sign-up starts, so the button would stay enabled. */
  refreshForm: () => void;
  /** True if this deployment offers sign-in by e-mail. */
  magicLink: boolean;
}

/**
 * Amplify's calls, with what its forms lack: the notices, and the address of a code that another tab requested. A
 * known raw error of the service gets a text for the user.
 */
export function createAuthServices({
  formState,
  setNotice,
  setIsAccountKnown,
  refreshForm,
  magicLink,
}: AuthServicesOptions): Services {
  /**
   * Reports if the user of this browser chose the account's password. Without a record of the sign-up, for
   * example on another device, the password counts as unknown if the stage offers sign-in by e-mail: the user does not need it then.
   */
  const knowsPassword = (email: string) => {
    const code = loadPendingCode('sign_up');
    return (code?.email === email ? code.knowsPassword : undefined) ?? !magicLink;
  };
  const requestReset = async (): Promise<ResetPasswordOutput> => {
    const email = requireEmail(formState);
    const output = await resetPassword({ username: email }).catch(ignoreUnknownUser);
    formState.clearCode();
    savePendingCode('reset', email);
    return output ?? RESET_CODE_SENT;
  };
  const services = {
    async handleSignIn(input: SignInInput) {
      setNotice(undefined);
      const output = await signIn(input);
      return output.isSignedIn ? waitForNavigation() : output;
    },

    async handleSignUp(input: SignUpInput): Promise<SignUpOutput> {
      if (formState.consumeSkipSend()) return SIGN_UP_CODE_SENT;
      refreshForm();
      setNotice(undefined);
      setIsAccountKnown(false);
      requireUncommonPassword(input.password ?? '');
      const output = await signUp(input)
        .catch((error: unknown) => takeOverSignUp(input.username, error))
        .catch((error: unknown) => {
          setIsAccountKnown(hasName(error, 'UsernameExistsException'));
          throw error;
        });
      if (output.nextStep.signUpStep !== 'CONFIRM_SIGN_UP') return output;
      formState.clearCode();
      const isNew = output !== SIGN_UP_CODE_SENT;
      savePendingCode('sign_up', input.username, { knowsPassword: isNew });
      setNotice(NOTICES.confirmationSent);
      return SIGN_UP_CODE_SENT;
    },

    /** Amplify also calls it itself when an unconfirmed user signs in. */
    async handleResendSignUpCode() {
      const isRepeated = formState.view === 'verify_otp';
      setNotice(undefined);
      const email = requireEmail(formState);
      await resendSignUpCode({ username: email }).catch(ignoreUnknownUser);
      formState.clearCode();
      // Only the right password leads from the sign-in to this form.
      savePendingCode('sign_up', email, isRepeated ? {} : { knowsPassword: true });
      setNotice(isRepeated ? NOTICES.codeSentAgain : NOTICES.confirmationSent);
      return {};
    },

    async handleConfirmSignUp({ confirmationCode }: { confirmationCode: string }) {
      setNotice(undefined);
      const username = requireEmail(formState);
      const discardsPassword = !knowsPassword(username);
      const output = await confirmSignUp({
        username,
        confirmationCode: normalizeCode(confirmationCode),
        ...(discardsPassword && { options: { clientMetadata: { discardPassword: 'true' } } }),
      });
      formState.clearCode();
      clearPendingCodes();
      if (discardsPassword) {
        formState.requireNewPassword();
        await requestReset();
        setNotice(NOTICES.resetSent);
        // Without the automatic sign-in, which would use the discarded password.
        return SIGN_UP_DONE;
      }
      if (output.nextStep.signUpStep === 'COMPLETE_AUTO_SIGN_IN' && (await signInAutomatically())) {
        return waitForNavigation();
      }
      setNotice(NOTICES.emailConfirmed);
      return SIGN_UP_DONE;
    },
  };
  return withReadableErrors({ ...services, ...createResetServices(formState, setNotice, requestReset) });
}

/** The calls of the forms for a forgotten password. */
function createResetServices(
  formState: AuthFormState,
  setNotice: SetNotice,
  requestReset: () => Promise<ResetPasswordOutput>,
) {
  return {
    async handleForgotPassword() {
      if (formState.consumeSkipSend()) return RESET_CODE_SENT;
      const isRepeated = formState.view === 'update_password';
      setNotice(undefined);
      const output = await requestReset();
      setNotice(isRepeated ? NOTICES.codeSentAgain : NOTICES.resetSent);
      return output;
    },

    async handleForgotPasswordSubmit(input: { confirmationCode: string; newPassword: string }) {
      setNotice(undefined);
      requireUncommonPassword(input.newPassword);
      await confirmResetPassword({
        ...input,
        confirmationCode: normalizeCode(input.confirmationCode),
        username: requireEmail(formState),
      });
      formState.clearCode();
      clearPendingCodes();
      setNotice(NOTICES.passwordUpdated);
    },
  };
}

/**
 * Never ends: the page leaves as soon as the session starts. Amplify would otherwise read the attributes of the user, which
 * the access token does not allow (`functions/events/restrict-access-token.ts`), and the browser would report the refusal.
 */
const waitForNavigation = () => new Promise<never>(() => undefined);

/** @returns false if the user has to sign in with the form. */
const signInAutomatically = () =>
  autoSignIn().then(
    ({ isSignedIn }) => isSignedIn,
    () => false,
  );

type Service = (input: never) => Promise<unknown>;

function withReadableErrors(services: Record<string, Service>): Record<string, Service> {
  return Object.fromEntries(
    Object.entries(services).map(([name, call]) => [
      name,
      (input: never) =>
        call(input).catch((error: unknown) => {
          throw toReadableError(error);
        }),
    ]),
  );
}

/**
 * Cognito answers for an unknown address with a simulated delivery or with this error, in turns (developer guide,
 * "Managing user existence error responses"). The page shows the same for both.
 */
function ignoreUnknownUser(error: unknown): undefined {
  if (!hasName(error, 'InvalidParameterException')) throw error;
}

/**
 * Sends a new code to an address that another sign-up left unconfirmed. Its owner confirms it and chooses a password.
 * @throws the error of the sign-up when the address is in use.
 */
async function takeOverSignUp(username: string, error: unknown): Promise<SignUpOutput> {
  if (!hasName(error, 'UsernameExistsException')) throw error;
  try {
    await resendSignUpCode({ username });
  } catch (reason) {
    throw hasName(reason, 'InvalidParameterException') ? error : reason;
  }
  return SIGN_UP_CODE_SENT;
}

const hasName = (error: unknown, name: string) => error instanceof Error && error.name === name;

/** @throws Error, which Amplify shows under the form. */
function requireEmail(formState: AuthFormState): string {
  if (formState.email === '') throw new Error(VALIDATION_MESSAGES.emailMissing);
  return formState.email;
}
