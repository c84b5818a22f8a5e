/** The forms of the sign-in page, as an address names them in its parameter `view`. */
const VIEWS = [
  'sign_in',
  'sign_up',
  'forgotten_password',
  'magic_link',
  'update_password',
  'verify_otp',
] as const;

export type View = (typeof VIEWS)[number];

export const TITLES: Readonly<Record<View, string>> = {
  sign_in: 'Welcome back',
  sign_up: 'Create your account',
  forgotten_password: 'Reset your password',
  magic_link: 'Sign in by email',
  update_password: 'Choose a new password',
  verify_otp: 'Confirm your email',
};

export const isView = (name: string | null): name is View => VIEWS.some((view) => view === name);
