import { useState } from 'react';
import type { LoadedThumbnail } from '../../model/load-thumbnail.ts';
import { NO_TOOL } from '../../model/image-tools/tool-settings.ts';
import type { ToolSettings } from '../../model/image-tools/tool-settings.ts';
import { findEdit, showVersion } from '../../model/image-tools/versions.ts';
import { adjustImage } from '../../model/design/edit-design.ts';
import type { Editor } from '../use-editor.ts';
import { useEditRun } from './use-edit-run.ts';
import { useVersions } from './use-versions.ts';

/** The versions of the image, the edit that makes a new one, and the tool in use. */
export function useImageTools(userId: string, thumbnail: LoadedThumbnail, editor: Editor) {
  const [settings, setSettings] = useState(NO_TOOL);
  const isEditing = settings.tool !== undefined;
  const versions = useVersions(thumbnail, { image: editor.design.image, isEditing });

  const runs = useEditRun({
    userId,
    thumbnailId: thumbnail.id,
    onDone: async ({ id, input }) => {
      const list = await versions.refresh();
      const edit = findEdit(list, id);
      if (!edit) return;
      setSettings((before) => ({ ...NO_TOOL, brush: before.brush, maskTool: before.maskTool }));
      editor.showVersion((design) => {
        const next = showVersion(design, edit, list);
        return input?.shows
          ? adjustImage({ ...next, crop: input.shows.crop }, input.shows.adjustments)
          : next;
      }, 'The image has changed. Undo brings the version before it back.');
    },
  });

  return {
    settings,
    change: (changes: Partial<ToolSettings>) => setSettings((before) => ({ ...before, ...changes })),
    isEditing,
    versions,
    runs,
  };
}

export type ImageTools = ReturnType<typeof useImageTools>;
