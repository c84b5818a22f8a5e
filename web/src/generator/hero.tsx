import './hero.css';

/** Makes its promise to a visitor; someone at work gets the room for the stage instead. */
export function Hero({ slim }: { slim: boolean }) {
  return (
    <div className={slim ? 'hero hero-slim' : 'hero'}>
      <h1>Thumbnails that earn the click</h1>
      {!slim && <p>Describe the idea. Get a finished 16:9 picture in seconds, ready to upload.</p>}
    </div>
  );
}
