import type { PledgeFormValues } from '#domain/pledge-form.ts';

export function valuesOf(form: HTMLFormElement): PledgeFormValues {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
}

const KEPT = 'pledge';

/** For «Adresse ändern» only, and for this tab: the way back to the form, filled. */
export function keep(values: PledgeFormValues): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(values));
  } catch {
    // storage is refused: the form will be empty
  }
}

/** Fills the form of somebody who came back to correct it; anybody else finds it empty, and nothing is kept. */
export function fillIn(form: HTMLFormElement): void {
  const values = takeKept();
  const isOurs = location.hash === `#${form.id}` && values.participant_id === valuesOf(form).participant_id;
  for (const [name, value] of isOurs ? Object.entries(values) : []) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) field.value = value;
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = field.value === value;
    else if (field instanceof HTMLInputElement) field.value = value;
  }
}

function takeKept(): PledgeFormValues {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? {} : (JSON.parse(kept) as PledgeFormValues);
  } catch {
    return {};
  }
}
