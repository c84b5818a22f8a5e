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
import type { Desk } from './desk.ts';
import { COMPLAINTS, NOTICES, type Notice } from './messages.ts';
import { forgetCodes, rememberCode } from './pending-code.ts';

type Services = NonNullable<AuthenticatorProps['services']>;
export type Tell = (notice: Notice | undefined) => void;

/** Without the address: the form has it, and Amplify's sentence would have it a second time, with stars in it. */
const SIGN_UP_CODE_IS_OUT: SignUpOutput = {
  isSignUpComplete: false,
  nextStep: { signUpStep: 'CONFIRM_SIGN_UP', codeDeliveryDetails: {} },
};
const RESET_CODE_IS_OUT: ResetPasswordOutput = {
  isPasswordReset: false,
  nextStep: {
    resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  },
};

/**
 * Amplify's calls, and around them what Amplify does not do: say that it was done, remember whom a code went to, and
 * use that code in another tab, where Amplify does not know whose it is. Errors stay the service's own.
 * @param wake makes Amplify look at its state again: it forgets to when a sign-up begins, and its button would not wait.
 */
export function authServices(desk: Desk, tell: Tell, wake: () => void): Services {
  const services = {
    async handleSignIn(input: SignInInput) {
      tell(undefined);
      return signIn(input);
    },

    async handleSignUp(input: SignUpInput): Promise<SignUpOutput> {
      if (desk.takeCodeIsOut()) return SIGN_UP_CODE_IS_OUT;
      wake();
      tell(undefined);
      const output = await signUp(input);
      if (output.nextStep.signUpStep !== 'CONFIRM_SIGN_UP') return output;
      desk.forgetCode();
      rememberCode('sign_up', input.username);
      tell(NOTICES.confirmationSent);
      return SIGN_UP_CODE_IS_OUT;
    },

    /** Pressed, or sent by Amplify itself when somebody signs in who has not confirmed the address yet. */
    async handleResendSignUpCode() {
      const isRepeated = desk.view === 'verify_otp';
      tell(undefined);
      await resendSignUpCode({ username: emailOf(desk) });
      desk.forgetCode();
      rememberCode('sign_up', desk.email);
      tell(isRepeated ? NOTICES.codeSentAgain : NOTICES.confirmationSent);
      return {};
    },

    async handleConfirmSignUp({ confirmationCode }: { confirmationCode: string }) {
      tell(undefined);
      const output = await confirmSignUp({ username: emailOf(desk), confirmationCode });
      desk.forgetCode();
      forgetCodes();
      if (output.nextStep.signUpStep === 'DONE') tell(NOTICES.emailConfirmed);
      return output;
    },

    async handleForgotPassword() {
      if (desk.takeCodeIsOut()) return RESET_CODE_IS_OUT;
      const isRepeated = desk.view === 'update_password';
      tell(undefined);
      const output = await resetPassword({ username: emailOf(desk) });
      desk.forgetCode();
      rememberCode('reset', desk.email);
      tell(isRepeated ? NOTICES.codeSentAgain : NOTICES.resetSent);
      return output;
    },

    async handleForgotPasswordSubmit(input: { confirmationCode: string; newPassword: string }) {
      tell(undefined);
      await confirmResetPassword({ ...input, username: emailOf(desk) });
      desk.forgetCode();
      forgetCodes();
      tell(NOTICES.passwordUpdated);
    },
  };
  // Amplify's functions have a second signature, for servers, which TypeScript asks for and Amplify UI never calls.
  return services as unknown as Services;
}

/** @throws Error, which is then shown under the form. */
function emailOf(desk: Desk): string {
  if (desk.email === '') throw new Error(COMPLAINTS.noEmail);
  return desk.email;
}
