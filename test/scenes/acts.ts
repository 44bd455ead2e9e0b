import type { Page } from 'playwright-core';

/** The first row of a table of the admin area. */
export function seeRow(page: Page): Promise<void> {
  return page.getByRole('rowheader').first().waitFor();
}

export async function openDetail(page: Page): Promise<void> {
  await page.locator('tbody a.btn-icon[aria-haspopup]').first().click();
  await page.getByRole('dialog').waitFor();
}

/** Sends the form for gifts and pledges. */
export const submit = (page: Page) => page.locator('form[action^="/give/"] button[type=submit]').first().click();

/** The same where it is refused: it says so. */
export async function sendInVain(page: Page): Promise<void> {
  await submit(page);
  await page.getByRole('alert').waitFor();
}
