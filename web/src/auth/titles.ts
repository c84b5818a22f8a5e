export const SIGN_IN_TITLE = 'Welcome back';
export const SIGN_UP_TITLE = 'Create your account';

/** Whether the address asks for the sign-up view. */
export const asksForSignUp = (search: URLSearchParams) => search.get('view') === 'sign_up';
