import { useState, useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import { NO_TOOL } from './tool-settings.ts';
import type { ToolSettings } from './tool-settings.ts';
import { findEdit, showVersion } from './versions.ts';
import { adjustImage } from '../editor/edit-design.ts';
import type { Editor } from '../editor/use-editor.ts';
import { useEdits } from './use-edits.ts';
import { useVersions } from './use-versions.ts';

/** Creates the settings of the tools outside of React's state of the page, which renders only when a tool is taken or put away. */
function createSettings() {
  const { get, set, subscribe } = createStore(() => NO_TOOL);
  const change = (changes: Partial<ToolSettings>) => set({ ...get(), ...changes });
  /** Ends the use of the tool. What is painted stays. */
  const putAway = () => change({ tool: undefined });
  return { read: get, change, putAway, subscribe };
}

type SettingsStore = ReturnType<typeof createSettings>;

export const useToolSettings = ({ subscribe, read }: SettingsStore): ToolSettings =>
  useSyncExternalStore(subscribe, read);

/** The versions of the image, the edit that makes a new one, and the tool in use. */
export function useImageTools(userId: string, thumbnail: LoadedThumbnail, editor: Editor) {
  const [store] = useState(createSettings);
  const isEditing = useSyncExternalStore(store.subscribe, () => store.read().tool !== undefined);
  const versions = useVersions(thumbnail, { image: editor.design.image, isEditing });

  const edits = useEdits({
    userId,
    thumbnailId: thumbnail.id,
    onDone: ({ id, input }, changed) => {
      const list = versions.take(changed);
      const edit = findEdit(list, id);
      if (!edit) return;
      const { brush, maskTool } = store.read();
      store.change({ ...NO_TOOL, brush, maskTool });
      editor.edit((design) => {
        const next = showVersion(design, edit, list);
        return input?.shows
          ? adjustImage({ ...next, crop: input.shows.crop }, input.shows.adjustments)
          : next;
      }, 'The image has changed. Undo brings the version before it back.');
    },
  });

  return {
    store,
    change: store.change,
    putAway: store.putAway,
    isEditing,
    versions,
    edits,
  };
}

export type ImageTools = ReturnType<typeof useImageTools>;
