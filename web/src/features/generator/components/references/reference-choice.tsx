import { useId } from 'react';
import './reference-choice.css';

interface ChoiceProps {
  preferred: 'video' | 'image';
  /** Names the image and its purpose. */
  imageLabel: string;
  onPrefer: (preferred: 'video' | 'image') => void;
}

/** Shown when there is a link and an image with a purpose: a thumbnail has one reference. */
export function ReferenceChoice({ preferred, imageLabel, onPrefer }: ChoiceProps) {
  const name = useId();
  const option = (kind: 'video' | 'image', label: string) => (
    <label>
      <input type="radio" name={name} checked={preferred === kind} onChange={() => onPrefer(kind)} />
      {label}
    </label>
  );
  return (
    <fieldset className="reference-choice">
      <legend>One reference for each thumbnail</legend>
      {option('video', 'Style from the video')}
      {option('image', imageLabel)}
    </fieldset>
  );
}
