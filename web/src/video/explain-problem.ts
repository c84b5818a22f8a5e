import type { Container } from './container.ts';

const CONVERT = 'Save it as an MP4 with H.264, or take a screenshot of the frame and use that picture.';

/** Says why a video cannot be opened, and what to do. The sentence follows the name of the file. */
export function explainProblem(file: File, container: Container | undefined): string {
  if (file.size === 0) return 'is empty. Choose another file.';
  if (!container) return `is not a video that this browser can open. ${CONVERT}`;
  if (container.isIncomplete) {
    return 'is incomplete: its end is missing. Copy it again from the camera or the recorder.';
  }
  if (!container.hasPicture) return 'has sound, but no picture. Choose another file.';
  const { codec } = container;
  return codec === undefined
    ? `cannot be played in this browser. ${CONVERT}`
    : `is encoded with ${codec}, and this browser cannot show it. ${CONVERT}`;
}

/** Says that the browser has no access to the contents of a file. */
export const UNREADABLE =
  'cannot be read. If it is stored in a cloud, download it to this device first. Then choose it again.';
