/**
 * Lets the system colors follow the colors that a user has chosen in the browser. For a page that is dark only, Firefox takes the light
 * letters of dark buttons, also on the light background that the user has chosen.
 */
export function followOwnColors(): void {
  const scheme = document.querySelector('meta[name="color-scheme"]');
  if (matchMedia('(forced-colors: active)').matches) scheme?.setAttribute('content', 'dark light');
}
