import type { GiveFormValues } from '#domain/give-form.ts';
import { fill, sentBy } from '#web/ui/fields.ts';
import { keepForTab, takeFromTab } from '#web/ui/tab-store.ts';

/** The form's own place on its page. */
export const FORM_ID = 'form';

export const valuesOf = (form: HTMLFormElement): GiveFormValues => Object.fromEntries(sentBy(form));

const KEPT = 'given';

/** Keeps what was sent, for whoever comes back to the form in this tab, to correct something or to try again. */
export const keep = (values: GiveFormValues): void => keepForTab(KEPT, values);

/** Fills the form of somebody who came back; anybody else finds it empty, and nothing is kept. */
export function fillIn(form: HTMLFormElement): void {
  const values = takeKept();
  const isOurs = location.hash === `#${form.id}` && values.participant_id === valuesOf(form).participant_id;
  if (isOurs) fill(form, Object.entries(values));
}

/** What was kept; it can be taken once. */
export const takeKept = (): GiveFormValues => takeFromTab(KEPT) ?? {};
