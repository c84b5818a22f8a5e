interface FileInputProps {
  id: string;
  /** The id of the text that describes the input. */
  hintId: string;
  isDisabled: boolean;
  /** True if the dialog opens with its focus here. @default false */
  isFirst?: boolean;
  onChoose: (file: File) => void;
}

/** A transparent input for one image, above the box that looks like its button. */
export const FileInput = ({ id, hintId, isDisabled, isFirst = false, onChoose }: FileInputProps) => (
  <input
    // React focuses the element itself, before the dialog opens. Only the attribute tells the dialog where its focus begins.
    ref={(input) => void input?.toggleAttribute('autofocus', isFirst)}
    id={id}
    type="file"
    accept="image/*"
    aria-describedby={hintId}
    disabled={isDisabled}
    onChange={({ currentTarget }) => {
      const [file] = currentTarget.files ?? [];
      currentTarget.value = ''; // Allows choosing the same file again.
      if (file) onChoose(file);
    }}
  />
);
