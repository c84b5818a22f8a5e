/** Decorative: the text beside it says what is in progress. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
