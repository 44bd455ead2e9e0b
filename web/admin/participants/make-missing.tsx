import type { Event } from '#contract/events.ts';
import { formatCount } from '#domain/money.ts';
import { useText } from '#web/text.tsx';
import { ActButton } from '#web/admin/parts/act-button.tsx';
import { useMakeMissing } from './page-results.tsx';

/** A page for everybody on the list who has none; nothing where all have one. */
export function MakeMissing({ event: { id, without_page: count = 0 } }: { event: Event }) {
  const text = useText();
  const { make, isBusy } = useMakeMissing(id);
  if (count === 0) return null;
  return (
    <ActButton className="btn" isBusy={isBusy} isSlow onPress={() => void make()}>
      {text('admin.pages.makeMissing', { count, shown: formatCount(count) })}
    </ActButton>
  );
}
