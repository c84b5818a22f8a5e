import fc from 'fast-check';
import { junk, mostly, PROMPT_MARKER } from './values.ts';

/** The body of a request for an edit that a sentence asks for. */
export const editInstruction = fc.record(
  {
    thumbnailId: mostly(fc.uuid()),
    instruction: mostly(fc.constantFrom(`Make the ${PROMPT_MARKER} red`, 'x'.repeat(500), 'x'.repeat(501))),
    extra: junk,
  },
  { requiredKeys: ['thumbnailId'] },
);

/** The body of a request for concepts. */
export const conceptSource = fc.record(
  {
    script: mostly(fc.constantFrom(`${PROMPT_MARKER} castle`, 'x'.repeat(20_000), 'x'.repeat(20_001))),
    thumbnailId: mostly(fc.uuid()),
    extra: junk,
  },
  { requiredKeys: [] },
);
