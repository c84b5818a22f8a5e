import './skeleton.css';

/** Holds the place of words that are on their way, `width` characters of them. */
export function Skeleton({ width }: { width: 9 | 10 | 16 | 20 }) {
  // A class for each width: the prerendered page may have no style attributes.
  return <span className={`skeleton skeleton-${width}`} aria-hidden="true" />;
}
