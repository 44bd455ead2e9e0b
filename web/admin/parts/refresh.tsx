import { useText } from '#web/text.tsx';
import type { Asked } from '#web/admin/ask.ts';
import { ActButton } from './act-button.tsx';
import { called } from './called.ts';

interface RefreshProps {
  from: Asked<unknown>;
  /** Words where they say more than the sign. */
  children?: string;
}

/** Asks anew for what is shown. */
export function Refresh({ from, children }: RefreshProps) {
  const text = useText();
  const look = children
    ? { className: 'btn btn-line' }
    : { className: 'btn btn-line btn-icon', ...called(text('admin.refresh')) };
  return (
    <ActButton isBusy={from.isFetching} icon="refresh" onPress={() => void from.refetch()} {...look}>
      {children}
    </ActButton>
  );
}
