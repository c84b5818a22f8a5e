import type { Locator, Page } from '@playwright/test';

/** The short messages over the page. */
export const toasts = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
