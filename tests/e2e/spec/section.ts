/** One section of the product specification: its rows, each under an id that the tests' names carry. */
export interface Section {
  title: string;
  /** Id to the specification's own words, shortened where they run on. */
  rows: Readonly<Record<string, string>>;
}
