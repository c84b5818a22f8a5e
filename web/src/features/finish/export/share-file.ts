import type { ExportedFile } from '../../../lib/export/exported-file.ts';

const TYPES = { jpeg: 'image/jpeg', png: 'image/png' } as const;

/** True if the browser can give a file of this type to another app. It cannot, for example, on most computers with Firefox. */
export function canShare(format: keyof typeof TYPES): boolean {
  // Older browsers do not have the functions, and some know only links and texts.
  const { share, canShare: check } = navigator as Partial<Navigator>;
  if (share === undefined || check === undefined) return false;
  const type = TYPES[format];
  return check.call(navigator, { files: [new File([], `thumbnail.${format}`, { type })] });
}

/**
 * Opens the list of the apps that the device can share with.
 * @returns `late` if the browser demands a press right before, and what else failed
 */
export async function shareFile({ name, blob }: ExportedFile): Promise<'ended' | 'late' | 'failed'> {
  try {
    await navigator.share({ files: [new File([blob], name, { type: blob.type })] });
    return 'ended';
  } catch (error) {
    const reason = error instanceof Error ? error.name : '';
    // The creator has closed the list.
    if (reason === 'AbortError') return 'ended';
    return reason === 'NotAllowedError' ? 'late' : 'failed';
  }
}
