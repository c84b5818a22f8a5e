import { useState } from 'react';

const KEY = 'currentPrompt';

/** The prompt as typed, kept over reloads and over the way to the sign-in page and back. */
export function useStoredPrompt() {
  const [prompt, setPrompt] = useState(read);
  const change = (value: string) => {
    setPrompt(value);
    write(value);
  };
  return [prompt, change] as const;
}

export function clearStoredPrompt(): void {
  write('');
}

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // Storage is switched off, or the page is being rendered at build time.
  }
}

function write(value: string): void {
  try {
    if (value === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, value);
  } catch {
    // Storage is switched off or full: the prompt lives as long as the page.
  }
}
