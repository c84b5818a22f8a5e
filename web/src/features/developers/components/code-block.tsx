import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/notify.ts';
import type { Snippet } from '../model/examples.ts';

/** A text with a button that copies it. */
export function CodeBlock({ title, code }: Snippet) {
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => notify.success('Copied.'),
      () => notify.error('It could not be copied. Select it and copy it yourself.'),
    );
  return (
    <figure className="code-block">
      <figcaption>
        <span>{title}</span>
        <Button variant="quiet" aria-label={`Copy ${title}`} onClick={copy}>
          Copy
        </Button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
