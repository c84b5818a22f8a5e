import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import {
  confirmResetPassword,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  signUp,
} from 'aws-amplify/auth';
import type { ResetPasswordOutput, SignInInput, SignUpInput, SignUpOutput } from 'aws-amplify/auth';
import type { AuthFormState } from './auth-form-state.ts';
import { NOTICES, VALIDATION_MESSAGES, type SetNotice } from './messages.ts';
import { clearPendingCodes, savePendingCode } from './pending-code.ts';

type Services = NonNullable<AuthenticatorProps['services']>;

/** Has no address, because Amplify would show it again, partly masked, above the field that contains it. */
const SIGN_UP_CODE_SENT: SignUpOutput = {
  isSignUpComplete: false,
  nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
};
const RESET_CODE_SENT: ResetPasswordOutput = {
  isPasswordReset: false,
  nextStep: {
    resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  },
};

/**
 * Amplify's calls, with what its forms lack: the notices, and the address of a code that another tab requested. Errors
 * are the service's own.
 * @param refreshForm makes Amplify render again. It does not when a sign-up starts, so the button would stay enabled.
 */
export function createAuthServices(
  formState: AuthFormState,
  setNotice: SetNotice,
  refreshForm: () => void,
): Services {
  const services = {
    async handleSignIn(input: SignInInput) {
      setNotice(undefined);
      return signIn(input);
    },

    async handleSignUp(input: SignUpInput): Promise<SignUpOutput> {
      if (formState.consumeSkipSend()) return SIGN_UP_CODE_SENT;
      refreshForm();
      setNotice(undefined);
      const output = await signUp(input);
      if (output.nextStep.signUpStep !== 'CONFIRM_SIGN_UP') return output;
      formState.clearCode();
      savePendingCode('sign_up', input.username);
      setNotice(NOTICES.confirmationSent);
      return SIGN_UP_CODE_SENT;
    },

    /** Amplify also calls it itself when an unconfirmed user signs in. */
    async handleResendSignUpCode() {
      const isRepeated = formState.view === 'verify_otp';
      setNotice(undefined);
      await resendSignUpCode({ username: requireEmail(formState) });
      formState.clearCode();
      savePendingCode('sign_up', formState.email);
      setNotice(isRepeated ? NOTICES.codeSentAgain : NOTICES.confirmationSent);
      return {};
    },

    async handleConfirmSignUp({ confirmationCode }: { confirmationCode: string }) {
      setNotice(undefined);
      const output = await confirmSignUp({ username: requireEmail(formState), confirmationCode });
      formState.clearCode();
      clearPendingCodes();
      if (output.nextStep.signUpStep === 'DONE') setNotice(NOTICES.emailConfirmed);
      return output;
    },

    async handleForgotPassword() {
      if (formState.consumeSkipSend()) return RESET_CODE_SENT;
      const isRepeated = formState.view === 'update_password';
      setNotice(undefined);
      const output = await resetPassword({ username: requireEmail(formState) });
      formState.clearCode();
      savePendingCode('reset', formState.email);
      setNotice(isRepeated ? NOTICES.codeSentAgain : NOTICES.resetSent);
      return output;
    },

    async handleForgotPasswordSubmit(input: { confirmationCode: string; newPassword: string }) {
      setNotice(undefined);
      await confirmResetPassword({ ...input, username: requireEmail(formState) });
      formState.clearCode();
      clearPendingCodes();
      setNotice(NOTICES.passwordUpdated);
    },
  };
  // The types also require the signature of Amplify's functions for servers, which Amplify UI does not call.
  return services as unknown as Services;
}

/** @throws Error, which Amplify shows under the form. */
function requireEmail(formState: AuthFormState): string {
  if (formState.email === '') throw new Error(VALIDATION_MESSAGES.emailMissing);
  return formState.email;
}
