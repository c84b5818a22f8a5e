import { BoltIcon, LayersIcon, SparkIcon } from '../../../ui/icons.tsx';
import './blurbs.css';

const BLURBS = [
  {
    icon: <SparkIcon />,
    title: 'AI-Powered',
    text: 'Leading image models turn a sentence into a picture made for the click.',
  },
  {
    icon: <BoltIcon />,
    title: 'Lightning Fast',
    text: 'From idea to a finished 16:9 thumbnail while your video is still exporting.',
  },
  {
    icon: <LayersIcon />,
    title: 'Style Mimicry',
    text: 'Point at a video you admire and borrow its look.',
  },
] as const;

export function Blurbs() {
  return (
    <section className="blurbs" aria-label="Why Thumbforge">
      {BLURBS.map(({ icon, title, text }) => (
        <div key={title}>
          {icon}
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
