import { useId, useRef, type MouseEvent } from 'react';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Leads to signing in; with script it says first what that is for. */
export function SignIn({ className }: { className?: string }) {
  const text = useText();
  const { brand } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  const ask = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current?.showModal();
  };
  return (
    <>
      <a className={className} href={paths.signIn} onClick={ask} aria-haspopup="dialog">
        {text('site.signIn')}
      </a>
      <dialog className="dlg" ref={dialog} aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
        <div className="dlg-head">
          <h2 id={`${id}title`}>{text('login.title', { brand: brand.name })}</h2>
          <button className="x" type="button" aria-label={text('site.close')} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <div className="dlg-body">
          <p id={`${id}text`} className="soft">
            {text('login.text')}
          </p>
          <a className="btn btn-wide" href={paths.signIn}>
            {text('login.continue')} <Icon name="arrow" />
          </a>
        </div>
      </dialog>
    </>
  );
}
