/** Some browsers read the blob only after the click has been handled. */
const REVOKE_AFTER_MS = 10_000;

/** Saves a file through the browser's download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
