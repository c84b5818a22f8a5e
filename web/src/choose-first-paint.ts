import { hasStoredSignIn } from './session/stored-sign-in.ts';

// Stands alone at the top of index.html and holds the painting up: whoever may be signed in never sees the visitor's page.
if (hasStoredSignIn()) document.documentElement.dataset['account'] = '';
