/** Lets the browser ask before it closes the page while a change is saved that nothing else keeps. */
export async function askBeforeClose(save: Promise<unknown>): Promise<void> {
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  try {
    await save;
  } finally {
    removeEventListener('beforeunload', ask);
  }
}
