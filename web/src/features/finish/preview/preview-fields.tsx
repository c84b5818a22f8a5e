import { useId, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { replaceControls } from '../../../lib/replace-controls.ts';
import type { VideoDetails } from './video-details.ts';
import { isDuration, MAX_LENGTHS } from './video-details.ts';

interface PreviewFieldsProps {
  details: VideoDetails;
  onChange: (changes: Partial<VideoDetails>) => void;
  /** True if the thumbnail shows the duration. */
  hasBadge: boolean;
  onBadge: (hasBadge: boolean) => void;
  /** The control that suggests titles. */
  suggestions: ReactNode;
}

/** The texts beside the creator's thumbnail. */
export function PreviewFields({ details, onChange, hasBadge, onBadge, suggestions }: PreviewFieldsProps) {
  const video = { details, onChange };
  return (
    <div className="youtube-fields">
      <div className="title-row">
        <TextField name="title" label="Title" {...video} />
        {suggestions}
      </div>
      <TextField name="channel" label="Channel" {...video} />
      <DurationField duration={details.duration} onChange={(duration) => onChange({ duration })}>
        <label className="switch" title="Duration badge">
          <span className="visually-hidden">Duration badge</span>
          <input
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
            role="switch"
            checked={hasBadge}
            onChange={({ currentTarget }) => onBadge(currentTarget.checked)}
          />
        </label>
      </DurationField>
      <TextField name="views" label="Views" {...video} />
    </div>
  );
}

interface TextFieldProps extends Pick<PreviewFieldsProps, 'details' | 'onChange'> {
  name: 'title' | 'channel' | 'views';
  label: string;
}

const TextField = ({ name, label, details, onChange }: TextFieldProps) => (
  <InlineField
    label={label}
    dir="auto"
    value={details[name]}
    maxLength={MAX_LENGTHS[name]}
    onChange={({ currentTarget }) => onChange({ [name]: replaceControls(currentTarget.value) })}
  />
);

interface DurationFieldProps {
  duration: string;
  onChange: (duration: string) => void;
  /** The switch of the badge. */
  children: ReactNode;
}

/** The duration follows the field while it is one. */
function DurationField({ duration, onChange, children }: DurationFieldProps) {
  const problemId = useId();
  const [typed, setTyped] = useState(duration);
  const isWrong = !isDuration(typed);
  return (
    <div className="length-field">
      <InlineField
        label="Length"
        value={typed}
        maxLength={MAX_LENGTHS.duration}
        aria-invalid={isWrong}
        aria-describedby={problemId}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          if (isDuration(currentTarget.value)) onChange(currentTarget.value);
        }}
      >
        {children}
      </InlineField>
      <small id={problemId} className="field-problem">
        {isWrong && 'As 12:34 or 1:02:03.'}
      </small>
    </div>
  );
}

interface InlineFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
}

/** A field whose label stands inside its box. The children stand at its end. */
function InlineField({ label, children, ...input }: InlineFieldProps) {
  const id = useId();
  return (
    <div className="field-box inline-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoComplete="off" {...input} />
      {children}
    </div>
  );
}
