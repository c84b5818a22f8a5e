/** What a prerendered page keeps its scripts in until it has been painted (`web/plugins/prerendered-pages.ts`). */
const TEMPLATE = 'scripts';

function fetchScripts(): void {
  const template = document.getElementById(TEMPLATE);
  if (template instanceof HTMLTemplateElement) template.replaceWith(template.content);
}

// On a slow line, 100 kB of script beside the style sheet and the font would double the wait for the first paint.
// A page that nobody looks at is not painted.
function afterFirstPaint(): void {
  if (document.visibilityState === 'hidden') {
    fetchScripts();
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    fetchScripts();
  });
  observer.observe({ type: 'paint', buffered: true });
}

document.addEventListener('DOMContentLoaded', afterFirstPaint);
