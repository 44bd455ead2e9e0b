import type { ComponentProps } from 'react';
import { Icon, type IconName } from '#web/ui/icon.tsx';

interface ActButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  isBusy: boolean;
  /** What turns while it is at work. */
  icon?: IconName;
  /** It may take a while: it turns without a sign too. */
  isSlow?: boolean;
  onPress: (button: HTMLElement) => void;
}

/** Pressed while it is at work it does nothing more; it keeps the focus meanwhile. */
export function ActButton({ isBusy, icon, isSlow = false, onPress, children, ...attributes }: ActButtonProps) {
  const turns = isBusy && (icon !== undefined || isSlow);
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={({ currentTarget }) => isBusy || onPress(currentTarget)}
      {...attributes}
    >
      {turns ? <span className="spin" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
