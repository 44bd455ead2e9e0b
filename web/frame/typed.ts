import { fill, sentBy, type Sent } from '#web/ui/fields.ts';
import { keepForTab, takeFromTab } from '#web/ui/tab-store.ts';

/** What was typed survives a change of language, which is a new page: for this tab, and for this address only. */
const KEPT = 'typed';

interface Typed {
  path: string;
  fields: Sent[];
}

export function keepTyped(): void {
  const form = typedForm();
  if (form) keepForTab(KEPT, { path: location.pathname, fields: sentBy(form) } satisfies Typed);
}

export function restoreTyped(): void {
  const typed = takeFromTab(KEPT) as Typed | null;
  const form = typedForm();
  if (!form || typed?.path !== location.pathname) return;
  fill(form, typed.fields);
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A form that changes something. What a search holds is in the address already. */
const typedForm = () => document.querySelector<HTMLFormElement>('main form[method="post"]');
