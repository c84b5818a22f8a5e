// @vitest-environment happy-dom
// One file, so that Amplify is loaded once for all of them.
import './forms.suite.tsx';
import './sign-up.suite.tsx';
import './new-password.suite.tsx';
import './magic-link.suite.tsx';
