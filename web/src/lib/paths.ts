/** The pages of the site. */
export const PATHS = {
  home: '/',
  auth: '/auth',
  buyCredits: '/buy-credits',
  account: '/account',
  library: '/thumbnails',
  finish: '/thumbnails/:id',
  developers: '/developers',
  support: '/support',
} as const;

/** The headings of the pages whose frame is visible while their code loads. */
export const HEADINGS = {
  buyCredits: {
    title: 'Get More Credits',
    subtitle: 'Choose a credit pack to continue generating amazing thumbnails.',
  },
  account: { title: 'Your account' },
  library: { title: 'All thumbnails' },
  developers: { title: 'Developers', subtitle: 'Make thumbnails from your own tools.' },
  support: { title: 'Support' },
} as const;

export const SIGN_UP_PATH = `${PATHS.auth}?view=sign_up`;

/** The page that finishes a thumbnail. */
export const finishPath = (id: string) => PATHS.finish.replace(':id', id);

/** Returns the path of the finish page with its image tools open. */
export const editPath = (id: string) => `${finishPath(id)}?tab=image`;

/** The library with the test pack of three thumbnails. */
export const testPath = (ids: readonly string[]) => `${PATHS.library}?test=${ids.join()}`;
