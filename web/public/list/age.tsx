import type { Event } from '#contract/events.ts';
import { formatRecent } from '#domain/dates.ts';
import { useText } from '#web/text.tsx';

/** How old the list is. */
export function Age({ of: { last_synced_at: synced } }: { of: Event }) {
  const text = useText();
  if (!synced) return null;
  return (
    // The day may end between the server's rendering and the browser's.
    <p className="num" suppressHydrationWarning>
      {text('participants.synced', { time: formatRecent(new Date(synced)) })}
    </p>
  );
}
