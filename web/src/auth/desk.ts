import type { Arrival } from './arrival.ts';
import type { View } from './view.ts';

/**
 * What the forms share: what was typed, and which of them is open. In memory alone, so that a password is gone with the
 * page.
 */
export class Desk {
  #typed: { email: string; password: string; code: string };
  #view: View;
  #codeIsOut = false;

  constructor({ view, email, code }: Arrival) {
    this.#view = view;
    this.#typed = { email, password: '', code };
  }

  get email(): string {
    return this.#typed.email.trim();
  }

  get password(): string {
    return this.#typed.password;
  }

  get code(): string {
    return this.#typed.code.trim();
  }

  get view(): View {
    return this.#view;
  }

  show(view: View): void {
    this.#view = view;
  }

  /** @param field its name in Amplify's forms, where an e-mail address may also be a `username`. */
  type(field: string, text: string): void {
    if (field === 'email' || field === 'username') this.#typed.email = text;
    if (field === 'password') this.#typed.password = text;
    if (field === 'confirmation_code') this.#typed.code = text;
  }

  /** A code that came before is no longer good. */
  forgetCode(): void {
    this.#typed.code = '';
  }

  /** Amplify opens the form for a code by sending one. The next time it is to leave that out: one is out already. */
  codeIsOut(): void {
    this.#codeIsOut = true;
  }

  /** Whether to leave the sending out, this once. */
  takeCodeIsOut(): boolean {
    const isOut = this.#codeIsOut;
    this.#codeIsOut = false;
    return isOut;
  }
}
