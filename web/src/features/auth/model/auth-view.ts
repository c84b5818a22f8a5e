/** The forms of the sign-in page, with their titles. The URL parameter `view` has these names. */
export const TITLES = {
  sign_in: 'Welcome back',
  sign_up: 'Create your account',
  forgotten_password: 'Reset your password',
  magic_link: 'Sign in by email',
  update_password: 'Choose a new password',
  verify_otp: 'Confirm your email',
} as const;

/** The title of the question that precedes the form when another device requested the code. */
export const CODE_PURPOSE_TITLE = 'What is your code for?';

export type AuthView = keyof typeof TITLES;

export const isAuthView = (name: string | null): name is AuthView =>
  name !== null && Object.hasOwn(TITLES, name);
