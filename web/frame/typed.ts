/** What was typed survives a change of language, which is a new page: for this tab, and for this address only. */
const KEPT = 'typed';

interface Typed {
  path: string;
  values: [name: string, value: string][];
}

export function keepTyped(): void {
  const form = typedForm();
  if (!form) return;
  const values = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, values } satisfies Typed));
  } catch {
    // storage is refused: the form will be empty
  }
}

export function restoreTyped(): void {
  const typed = takeTyped();
  const form = typedForm();
  if (!form || typed?.path !== location.pathname) return;
  for (const [name, value] of typed.values) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList || field instanceof HTMLTextAreaElement) field.value = value;
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = true;
    else if (field instanceof HTMLInputElement && field.type !== 'hidden') field.value = value;
  }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Searches are in the address already. */
const typedForm = () => document.querySelector<HTMLFormElement>('main form[method="post"]');

function takeTyped(): Typed | null {
  try {
    const kept = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return kept === null ? null : (JSON.parse(kept) as Typed);
  } catch {
    return null;
  }
}
