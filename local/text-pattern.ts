/** A pattern as AWS writes them, `*` for any number of characters and `?` for exactly one, as an expression. */
export function wildcard(pattern: string): RegExp {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
