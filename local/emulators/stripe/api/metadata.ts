/** An update adds keys and removes those sent with an empty value; null removes all of them. */
export function mergeMetadata(
  old: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> {
  if (changes === null) return {};
  if (changes === undefined) return { ...old };
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== ''));
}
