/** The pages of the site. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  buyCredits: '/buy-credits',
  account: '/account',
  library: '/thumbnails',
  finish: '/thumbnails/:id',
} as const;

export const SIGN_UP_PATH = `${PATHS.auth}?view=sign_up`;

/** The page that finishes a thumbnail. */
export const finishPath = (id: string) => PATHS.finish.replace(':id', id);
