import { z } from 'zod';

export const mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The code in the text; empty when there is none. */
  code: z.string(),
  /** Where the first link in the message leads. */
  link: z.string().optional(),
  /** When it was sent, ISO 8601. */
  at: z.iso.datetime(),
});
export type Mail = z.infer<typeof mail>;
