import './skeleton.css';

/** A placeholder for a text of `width` characters that is still loading. */
export function Skeleton({ width }: { width: 9 | 10 | 16 | 20 }) {
  // A class for each width: the content security policy forbids style attributes in the prerendered page.
  return <span className={`skeleton skeleton-${width}`} aria-hidden="true" />;
}
