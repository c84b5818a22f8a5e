/**
 * Replaces each control character but a line feed by a blank. Other programs copy them with their texts, e.g. PowerPoint the vertical
 * tab of its line breaks. The server refuses them, and the creator could not see what to remove.
 */
export const replaceControls = (text: string): string => text.replaceAll(/[^\n\P{Cc}]/gu, ' ');
