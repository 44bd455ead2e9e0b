import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { Icon } from './icon.tsx';
import type { ToasterProps } from './toasts.tsx';

const DURATION_MS = 5000;
const SWIPE_PX = 50;

/** Draws the toast that is due; another one takes its place. F8 leads here. */
export function Toaster({ toast, number, region, close }: ToasterProps) {
  const [host] = useState(() => document.createElement('div'));
  const isBad = toast.tone === 'bad';
  const cameFrom = useRef<HTMLElement>(null);

  useEffect(() => {
    // While a dialog is open, nothing outside of it can be seen or reached.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (!dialog) return document.body.append(host);
    dialog.append(host);
    const outlive = () => document.body.append(host);
    dialog.addEventListener('close', outlive, { once: true });
    return () => dialog.removeEventListener('close', outlive);
  }, [host, toast]);

  useEffect(() => {
    const entered = new AbortController();
    const remember = ({ relatedTarget: from }: FocusEvent) => {
      if (from instanceof HTMLElement && !host.contains(from)) cameFrom.current = from;
    };
    host.addEventListener('focusin', remember, { signal: entered.signal });
    return () => entered.abort();
  }, [host]);

  // The toast goes with it, and would take the focus along.
  const undo = () => {
    toast.undo?.act();
    cameFrom.current?.focus({ preventScroll: true });
  };

  return createPortal(
    <Provider label={region} duration={DURATION_MS} swipeThreshold={SWIPE_PX} announcerContainer={host}>
      <Root key={number} className={isBad ? 'toast toast-bad' : 'toast'} type={isBad ? 'foreground' : 'background'}>
        <div>
          {toast.title && <Title className="strong">{toast.title}</Title>}
          <Description>{toast.text}</Description>
        </div>
        {toast.undo && (
          <Action className="undo" altText={toast.undo.text} onClick={undo}>
            {toast.undo.text}
          </Action>
        )}
        <Close aria-label={close}>
          <Icon name="close" />
        </Close>
      </Root>
      <Viewport className="toasts" label={`${region} ({hotkey})`} />
    </Provider>,
    host,
  );
}
