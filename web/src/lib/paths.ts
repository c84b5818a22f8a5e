/** The pages of the site. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  buyCredits: '/buy-credits',
  account: '/account',
} as const;

export const SIGN_UP_PATH = `${PATHS.auth}?view=sign_up`;
