import { inject } from 'vitest';

/** The global set-up answers when the stack is synthesized. */
const response = await fetch(inject('assemblyServer'));
if (!response.ok) throw new Error(await response.text());
