import type { GiveFormValues } from '#domain/give-form.ts';

/** The form's own place on its page. */
export const FORM_ID = 'form';

export function valuesOf(form: HTMLFormElement): GiveFormValues {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
}

const KEPT = 'given';

/** For who comes back to correct or to try again, and for this tab: the way back to the form, filled. */
export function keep(values: GiveFormValues): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(values));
  } catch {
    // storage is refused: the form will be empty
  }
}

/** Fills the form of somebody who came back; anybody else finds it empty, and nothing is kept. */
export function fillIn(form: HTMLFormElement): void {
  const values = takeKept();
  const isOurs = location.hash === `#${form.id}` && values.participant_id === valuesOf(form).participant_id;
  for (const [name, value] of isOurs ? Object.entries(values) : []) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLTextAreaElement) field.value = value;
    else if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue;
    else if (field.type === 'checkbox') field.checked = field.value === value;
    else field.value = value;
  }
}

/** Takes what was kept: it is there once. */
export function takeKept(): GiveFormValues {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? {} : (JSON.parse(kept) as GiveFormValues);
  } catch {
    return {};
  }
}
