import './skeleton.css';

/** Holds the place of words that are on their way, `width` characters of them. */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ width: `${width}ch` }} aria-hidden="true" />;
}
