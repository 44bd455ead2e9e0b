import type { MouseEvent, RefObject } from 'react';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { isPlainClick } from '#web/ui/plain-click.ts';

interface SignInProps {
  className?: string;
  dialog: RefObject<HTMLDialogElement | null>;
}

/** Leads to signing in; with script the dialog says first what that is for. */
export function SignIn({ className, dialog }: SignInProps) {
  const text = useText();
  const ask = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    dialog.current?.showModal();
  };
  return (
    <a className={className} href={paths.signIn} onClick={ask} aria-haspopup="dialog">
      {text('site.signIn')}
    </a>
  );
}

export function SignInDialog({ ref }: { ref: SignInProps['dialog'] }) {
  const text = useText();
  const { brand } = useShell();
  return (
    <dialog className="dlg" ref={ref} aria-labelledby="sign-in" aria-describedby="sign-in-text">
      <div className="dlg-head">
        <h2 id="sign-in">{text('login.title', { brand: brand.name })}</h2>
        <button className="x" type="button" aria-label={text('site.close')} onClick={() => ref.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <div className="dlg-body">
        <p id="sign-in-text" className="soft">
          {text('login.text')}
        </p>
        <a className="btn btn-wide" href={paths.signIn}>
          {text('login.continue')} <Icon name="arrow" />
        </a>
      </div>
    </dialog>
  );
}
