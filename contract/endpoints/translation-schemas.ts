/** The request and the response of the translations that the text model suggests for the texts of a design. */
import * as z from 'zod/mini';
import { DESIGN_LIMITS } from '../design/design-limits.ts';
import { languageTag, requiredText, uuid } from '../fields.ts';

const { languages: mostLanguages, textLayers: mostTexts, textLength } = DESIGN_LIMITS;

const language = languageTag('a language must be a tag, as de or pt-BR');

export const translateTextsRequest = z
  .object(
    {
      thumbnailId: uuid('thumbnailId'),
      languages: z.array(language, 'languages must be a list').check(
        z.minLength(1, 'languages must not be empty'),
        z.maxLength(mostLanguages, `languages must be at most ${mostLanguages}`),
        z.refine((tags) => new Set(tags).size === tags.length, 'languages must not have a language twice'),
      ),
      texts: z
        .array(requiredText('a text', textLength), 'texts must be a list')
        .check(
          z.minLength(1, 'texts must not be empty'),
          z.maxLength(mostTexts, `texts must be at most ${mostTexts}`),
        ),
      /**
       * The most characters of the translation of each text, in Unicode code points. The page sends them if translations do not fit the boxes
       * of their texts, and leaves out languages that fit.
       */
      limits: z.optional(
        z.array(
          z
            .int('a limit must be a whole number')
            .check(
              z.minimum(1, 'a limit must be at least 1'),
              z.maximum(textLength, `a limit must be at most ${textLength}`),
            ),
          'limits must be a list',
        ),
      ),
    },
    'the body must be a JSON object',
  )
  .check(
    z.refine(({ texts, limits }) => limits === undefined || limits.length === texts.length, {
      error: 'limits must be one for each text',
      path: ['limits'],
    }),
  );

export const translateTextsResponse = z.object({
  /**
   * The translations of all texts, in the order of the texts, by their language. A language without a usable answer is absent. At least
   * one language is present.
   */
  translations: z.record(z.string(), z.array(z.string())),
  /** The requests that the user can still make in this window of the limit. */
  left: z.int(),
});

export const translateTextsSchemas = { body: translateTextsRequest, response: translateTextsResponse };
