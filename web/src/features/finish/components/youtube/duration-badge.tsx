import './duration-badge.css';

/** The duration that YouTube shows over a thumbnail. */
export const DurationBadge = ({ duration }: { duration: string }) =>
  duration === '' ? null : (
    <span className="duration-badge" aria-hidden="true">
      {duration}
    </span>
  );
