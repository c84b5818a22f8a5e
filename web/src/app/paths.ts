interface Paths {
  home: string;
  auth: string;
  /** While this is absent, nothing on the site offers to buy credits. */
  buyCredits?: string;
}

/** Every page of the site and where it lives. */
export const PATHS: Readonly<Paths> = {
  home: '/',
  auth: '/auth',
};

export const SIGN_UP_PATH = `${PATHS.auth}?view=sign_up`;
