import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { hasPastedText } from '../../../lib/has-pasted-text.ts';
import './drop-target.css';

interface DropTargetProps {
  onFiles: (files: File[]) => void;
}

/** Takes files that are dropped anywhere on the page, or pasted. A dialog keeps them away from the page behind it. */
export function DropTarget({ onFiles }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((files: FileList) => onFiles([...files]));

  // No file is lost between the first picture of the page and a passive effect.
  useLayoutEffect(() => {
    const listeners = new AbortController();
    const on = <Type extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      type: Type,
      listener: (event: WindowEventMap[Type]) => void,
    ) => addEventListener(type, listener, { signal: listeners.signal });

    on('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault(); // The browser would open the file instead of the page.
      setIsOver(!isDialogOpen());
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    on('drop', (event) => {
      setIsOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (!isDialogOpen()) take(event.dataTransfer.files);
    });
    on('paste', ({ clipboardData }) => {
      if (!hasFiles(clipboardData) || hasPastedText(clipboardData) || isDialogOpen()) return;
      take(clipboardData.files);
    });
    return () => listeners.abort();
  }, []);

  return isOver && <div className="drop-hint">Drop the picture or video to use it</div>;
}

const hasFiles = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') ?? false;

const isDialogOpen = () => document.querySelector('dialog[open]') !== null;
