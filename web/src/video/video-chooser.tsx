import { useRef } from 'react';
import type { ReactNode } from 'react';

/** Some systems do not count every type of a video as `video/*`. */
const VIDEO_FILES = 'video/*,.mp4,.m4v,.mov,.webm,.mkv';

interface VideoChooserProps {
  className: string;
  disabled?: boolean;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that lets the creator choose a video on this device. */
export function VideoChooser({ className, disabled = false, onChoose, children }: VideoChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        accept={VIDEO_FILES}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = ''; // Allows choosing the same file again.
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
