import { Button } from '../../../ui/button.tsx';
import type { AuthView } from '../model/auth-view.ts';

/** The question that precedes the form for a code that another device requested, if its link names no view. */
export function CodePurpose({ onChoose }: { onChoose: (view: AuthView) => void }) {
  return (
    <div className="code-purpose">
      <p>You have opened the link of an email. Choose what you asked for.</p>
      <Button variant="brand" onClick={() => onChoose('verify_otp')}>
        Confirm my new account
      </Button>
      <Button variant="outline" onClick={() => onChoose('update_password')}>
        Choose a new password
      </Button>
    </div>
  );
}
