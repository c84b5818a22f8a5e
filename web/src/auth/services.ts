import type { AuthenticatorProps } from '@aws-amplify/ui-react';
import { confirmResetPassword } from 'aws-amplify/auth';
import type { ConfirmResetPasswordInput } from 'aws-amplify/auth';
import { notify } from '../ui/notify.ts';

const setNewPassword = async (input: ConfirmResetPasswordInput) => {
  await confirmResetPassword(input);
  notify.success('Your password has been updated');
};

/** Amplify goes back to the sign-in view in silence once the new password is set. */
export const SERVICES: NonNullable<AuthenticatorProps['services']> = {
  // Of its two signatures Amplify UI calls the one without a server context.
  handleForgotPasswordSubmit: setNewPassword as typeof confirmResetPassword,
};
