// A classic script at the top of the prerendered pages. It blocks the first paint, so it has to stay small.
import { readItem, STORAGE_KEYS } from './lib/browser-storage.ts';
import { hasStoredSignIn } from './session/stored-sign-in.ts';

/** The template that holds the scripts of a prerendered page until it is painted (`web/plugins/prerendered-pages.ts`). */
const TEMPLATE_ID = 'scripts';

// Before the first paint: a user who may be signed in must not see the visitor's page.
if (hasStoredSignIn()) document.documentElement.dataset['account'] = '';

// A visitor never sees the prompt of a user who was signed in here.
const isPromptVisible = hasStoredSignIn() || readItem(STORAGE_KEYS.promptOwner) === undefined;
const prompt = (isPromptVisible ? readItem(STORAGE_KEYS.prompt) : undefined) ?? '';

// The card of a link appears with the scripts. The page reserves its space.
if (/youtu/i.test(prompt)) document.documentElement.dataset['link'] = '';

// Until the history has loaded, the space of its buttons is reserved below the viewer.
if ((readItem(STORAGE_KEYS.history) ?? '[]') !== '[]') document.documentElement.dataset['history'] = '';

/** The prompt field grows with its text. The stored text is in it before the first paint, so that nothing moves later. */
function fillInPrompt(): void {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('.prompt-bar > textarea')) {
    field.value = prompt;
  }
}

function insertScripts(): void {
  const template = document.getElementById(TEMPLATE_ID);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}

/** The longest that the scripts wait for a picture. */
const MAX_DELAY_MS = 500;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The example is the largest part of the page, and is painted some frames after the rest. */
async function paint(example: HTMLImageElement): Promise<void> {
  await example.decode().catch(() => undefined);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

// On a slow connection, 100 kB of script beside the style sheet and the font would double the time to the first paint.
function insertScriptsAfterPaint(): void {
  if (document.visibilityState === 'hidden') {
    insertScripts(); // A hidden page is not painted.
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    const example = document.querySelector<HTMLImageElement>('.viewer img');
    if (example === null) insertScripts();
    else void Promise.race([paint(example), wait(MAX_DELAY_MS)]).then(insertScripts);
  });
  observer.observe({ type: 'paint', buffered: true });
}

document.addEventListener(
  'DOMContentLoaded',
  () => {
    if (prompt !== '') fillInPrompt();
    insertScriptsAfterPaint();
  },
  { once: true },
);
