import type { Translate } from '#locales/messages.ts';
import { useText } from '#web/text.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { toast } from '#web/ui/toast.ts';

/** How often a page that follows a run asks how it stands. */
export const PERIOD_MS = 2000;
/** A run that was asked for begins within this time, or has ended already. */
export const PATIENCE_MS = 4000;

/** Whether lists come from timing by themselves. */
export function Automatic({ isOn }: { isOn: boolean }) {
  const text = useText();
  return <Chip tone={isOn ? 'good' : 'off'}>{text(isOn ? 'sync.active' : 'sync.inactive')}</Chip>;
}

/** What follows the wish for a run of all events. */
export const sayBegun = (text: Translate, message: string): void =>
  toast({ title: text('sync.success'), text: message });

export function sayRefused(text: Translate, cause: string | null): void {
  toast({ title: text('sync.error'), text: cause ?? text('sync.errorMessage'), tone: 'bad' });
}
