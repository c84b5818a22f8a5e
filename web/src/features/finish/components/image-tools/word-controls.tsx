import { LIMITS } from '../../../../../../contract/limits.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { namesThing } from '../../model/image-tools/offers.ts';
import type { SettingsProps, Tool } from '../../model/image-tools/tool-settings.ts';

const PROMPT_LABELS: Partial<Record<Tool, string>> = {
  replace: 'What should be there',
  recolor: 'New colour',
  move: 'What is there (optional)',
};

const PLACEHOLDERS: Partial<Record<Tool, string>> = {
  replace: 'a red sports car',
  recolor: 'red',
  move: 'a quiet sea',
};

/** The words of a tool that needs some. */
export function WordControls({ settings, change }: SettingsProps) {
  const { tool, find, prompt } = settings;
  const label = tool && PROMPT_LABELS[tool];
  if (tool === undefined || label === undefined) return null;
  return (
    <>
      {namesThing(settings) && (
        <TextField
          label={tool === 'recolor' ? 'Thing' : 'Thing to replace'}
          value={find}
          maxLength={LIMITS.editFindLength}
          placeholder="the flags"
          onChange={(value) => change({ find: value })}
        />
      )}
      <TextField
        label={label}
        value={prompt}
        maxLength={LIMITS.promptLength}
        placeholder={PLACEHOLDERS[tool]}
        onChange={(value) => change({ prompt: value })}
      />
    </>
  );
}
