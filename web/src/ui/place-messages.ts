interface Rectangle {
  top: number;
  bottom: number;
}

/** The areas that a message must not cover: the image, the prompt with Generate, Export, and the tabs of the finish page. */
const KEPT_CLEAR = '.viewfinder, .prompt-bar, .export-buttons, .tab-list';

/** Below the header, which shows the balance. */
const PREFERRED_TOP = 68;
const GAP = 8;

const MESSAGES = '[data-sonner-toast][data-visible="true"]:not([data-removed="true"])';

/**
 * Finds the place that is nearest to the preferred one and covers none of the areas.
 * @param current the place of the messages, which they keep as long as it is free
 * @returns undefined if there is no room
 */
export function findTop(
  height: number,
  areas: readonly Rectangle[],
  { windowHeight, current = PREFERRED_TOP }: { windowHeight: number; current?: number | undefined },
): number | undefined {
  const isFree = (top: number) =>
    top >= GAP &&
    top + height <= windowHeight - GAP &&
    areas.every((area) => top + height <= area.top || top >= area.bottom);
  const distance = (top: number) => Math.abs(top - PREFERRED_TOP);
  const others = areas.flatMap(({ top, bottom }) => [top - GAP - height, bottom + GAP]);
  const free = [PREFERRED_TOP, GAP, ...others].filter(isFree);
  return isFree(current) ? current : free.toSorted((one, other) => distance(one) - distance(other))[0];
}

/**
 * Keeps the messages away from what the creator works on, also while the page scrolls. Reads the page only while it shows a message,
 * because the search in a long page would cost more than the rest of a frame.
 * @param section the element of all messages
 * @returns a function that ends it
 */
export function placeMessages(section: HTMLElement): () => void {
  let current: number | undefined;
  let observed: HTMLElement | undefined;
  let watch: AbortController | undefined;

  const place = () => {
    const messages = [...section.querySelectorAll<HTMLElement>(MESSAGES)];
    const front = messages.find(({ dataset }) => dataset['front'] === 'true') ?? messages.at(0);
    if (front !== observed) {
      if (observed) sizes.unobserve(observed);
      if (front) sizes.observe(front);
      observed = front;
    }
    if (!front) {
      current = undefined;
      watch?.abort();
      watch = undefined;
      return;
    }
    watch ??= watchPage();
    const { left, right } = front.getBoundingClientRect();
    const areas = [...document.querySelectorAll(KEPT_CLEAR)]
      .map((element) => element.getBoundingClientRect())
      .filter((area) => area.height > 0 && area.left < right && area.right > left);
    const stacked = front.offsetHeight + GAP * (messages.length - 1);
    // The pointer over several messages shows them below each other.
    const spread = messages.reduce((sum, message) => sum + readHeight(message) + GAP, -GAP);
    const view = { windowHeight: innerHeight, current };
    current = findTop(Math.max(stacked, spread), areas, view) ?? findTop(stacked, areas, view);
    section.style.setProperty('--messages-top', `${current ?? PREFERRED_TOP}px`);
  };

  // A text may wrap after the event of the window, and an image may arrive.
  const sizes = new ResizeObserver(place);
  const page = new MutationObserver(place);
  const watchPage = () => {
    const end = new AbortController();
    sizes.observe(document.body);
    page.observe(document.body, { childList: true, subtree: true, characterData: true });
    addEventListener('scroll', place, { capture: true, passive: true, signal: end.signal });
    addEventListener('resize', place, { signal: end.signal });
    end.signal.addEventListener('abort', () => {
      sizes.unobserve(document.body);
      page.disconnect();
    });
    return end;
  };
  const changes = new MutationObserver(place);
  changes.observe(section, { childList: true, subtree: true, characterData: true });
  return () => {
    watch?.abort();
    changes.disconnect();
    sizes.disconnect();
  };
}

/** Sonner remembers the height of a message that is behind another one. */
const readHeight = (message: HTMLElement): number =>
  Number.parseFloat(message.style.getPropertyValue('--initial-height')) || message.offsetHeight;
