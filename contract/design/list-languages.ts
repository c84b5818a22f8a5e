/** Reads only what every layer has, so that the site can import this file: the schemas of the layers are no part of the site. */
interface TranslatedLayer {
  kind: string;
  translations?: Readonly<Record<string, unknown>> | undefined;
}

/** Lists the languages into which at least one of the texts is translated, in the order of the alphabet. */
export const listLanguages = (layers: readonly TranslatedLayer[]): string[] =>
  [...new Set(layers.flatMap(({ translations = {} }) => Object.keys(translations)))].toSorted();
