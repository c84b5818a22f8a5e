import './places.css';

/** More places would not fit into a phone's preview. */
const MAX_PLACES = 4;

/** Draws the places of the waiting line. The last place is the creator's. */
export default function Places({ count }: { count: number }) {
  return (
    <ul className="line" aria-hidden="true">
      {Array.from({ length: Math.min(MAX_PLACES, count) }, (_, index) => (
        <li key={index} />
      ))}
    </ul>
  );
}
