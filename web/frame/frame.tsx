import { useEffect, useMemo, useState } from 'react';
import type { Boot, PageName } from '#contract/pages.ts';
import type { Translate } from '#locales/messages.ts';
import type { View } from '#web/routes.tsx';
import { Surroundings } from '#web/text.tsx';
import { Toasts } from '#web/ui/toasts.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { restoreTyped } from './typed.ts';

interface FrameProps<P extends PageName> {
  /** The page as the server sent it. */
  boot: Boot<P>;
  View: View<P>;
  text: Translate;
}

/** Giving is the only thing to do on these: no main navigation, no signing in. */
function isBare({ page, props }: Boot): boolean {
  if (page === 'participants') return 'own' in props && props.own;
  return page === 'give' || page === 'card' || page === 'gift' || page === 'pledge-sent' || page === 'pledge-result';
}

/** What stands around every page. */
export function Frame<P extends PageName>({ boot: first, View, text }: FrameProps<P>) {
  const [boot, setBoot] = useState(first);
  const surroundings = useMemo(
    () => ({ shell: boot.shell, text, renew: (other: Boot) => setBoot(other as Boot<P>) }),
    [boot.shell, text],
  );
  useEffect(() => {
    restoreTyped();
    // The boot script holds a link that was pressed before this moment.
    dispatchEvent(new Event('ready'));
  }, []);
  return (
    <Surroundings value={surroundings}>
      <a className="skip" href="#content">
        {text('site.skip')}
      </a>
      <Header page={boot.page} bare={isBare(boot)} />
      <main id="content" tabIndex={-1}>
        <View {...boot.props} />
      </main>
      <Footer />
      <Toasts region={text('site.notes')} close={text('site.close')} />
    </Surroundings>
  );
}
