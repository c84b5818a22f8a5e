import { normalizeCode } from '../../../lib/email.ts';
import { createStore } from '../../../lib/store.ts';
import type { AuthUrlParams, AuthView } from './auth-view.ts';

/** The state that the forms share: the typed values and the open form. Only in memory, because it has a password. */
export class AuthFormState {
  #fields: { email: string; code: string };
  /** The typed password. A component can follow it. */
  readonly typedPassword = createStore(() => '');
  #view: AuthView;
  #skipsNextSend = false;
  #needsNewPassword = false;

  constructor({ view, email, code }: AuthUrlParams) {
    this.#view = view;
    this.#fields = { email, code };
  }

  get email(): string {
    return this.#fields.email.trim();
  }

  get password(): string {
    return this.typedPassword.get();
  }

  get code(): string {
    return normalizeCode(this.#fields.code);
  }

  get view(): AuthView {
    return this.#view;
  }

  setView(view: AuthView): void {
    this.#view = view;
    // The form for a new password begins with an empty field.
    if (view === 'update_password') this.typedPassword.set('');
  }

  /** @param name the field's name in Amplify's forms, where an e-mail address may be a `username`. */
  setField(name: string, text: string): void {
    if (name === 'email' || name === 'username') this.#fields.email = text;
    if (name === 'password') this.typedPassword.set(text);
    if (name === 'confirmation_code') this.#fields.code = text;
  }

  /** A new code makes the old one invalid. */
  clearCode(): void {
    this.#fields.code = '';
  }

  /** Amplify sends a code when it opens the form for one. The next time it must not, because one was sent already. */
  skipNextSend(): void {
    this.#skipsNextSend = true;
  }

  consumeSkipSend(): boolean {
    const skips = this.#skipsNextSend;
    this.#skipsNextSend = false;
    return skips;
  }

  /** The address is confirmed, and its owner has to choose a password before the first sign-in. */
  requireNewPassword(): void {
    this.#needsNewPassword = true;
  }

  consumeNeedsNewPassword(): boolean {
    const needs = this.#needsNewPassword;
    this.#needsNewPassword = false;
    return needs;
  }
}
