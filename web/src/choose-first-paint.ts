import { hasStoredSignIn } from './session/stored-sign-in.ts';

// Before anything is painted: whoever may be signed in never sees the visitor's page.
if (hasStoredSignIn()) document.documentElement.dataset['account'] = '';
