import { CognitoError, invalidParameter } from './errors.ts';
import type { PasswordPolicy } from './pool-properties.ts';

/** https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;

/** @throws CognitoError naming the first rule the password breaks. */
export function checkPassword(policy: PasswordPolicy, password: string): void {
  if (password.length > 256 || password !== password.trim()) {
    throw invalidParameter(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$',
    );
  }
  const rules: [holds: boolean, complaint: string][] = [
    [password.length >= policy.MinimumLength, 'Password not long enough'],
    [!policy.RequireUppercase || /[A-Z]/.test(password), 'Password must have uppercase characters'],
    [!policy.RequireLowercase || /[a-z]/.test(password), 'Password must have lowercase characters'],
    [!policy.RequireNumbers || /[0-9]/.test(password), 'Password must have numeric characters'],
    [!policy.RequireSymbols || SYMBOL.test(password), 'Password must have symbol characters'],
  ];
  const broken = rules.find(([holds]) => !holds);
  if (broken !== undefined) {
    throw new CognitoError('InvalidPasswordException', `Password did not conform with policy: ${broken[1]}`);
  }
}
