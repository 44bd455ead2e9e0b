import type { Boot, PageName, Pages } from '#contract/pages.ts';
import type { Translate } from '#locales/messages.ts';
import { unitWord } from '#locales/units.ts';

/** «Jede Runde zählt»: the page without its brand. */
export function nameOf<P extends PageName>({ page, props }: Boot<P>, text: Translate): string {
  return titles[page](text, props);
}

/** «Jede Runde zählt · Givelap»; a form that came back says first that something is wrong. */
export function titleOf<P extends PageName>(boot: Boot<P>, text: Translate): string {
  const { props, shell } = boot;
  const title = `${nameOf(boot, text)} · ${shell.brand.name}`;
  const isWrong = 'form' in props && props.form !== null;
  return isWrong ? text('site.errorTitle', { title }) : title;
}

const titles: { [P in PageName]: (text: Translate, props: Pages[P]) => string } = {
  home: (text) => text('home.title'),
  participants: (text, { event }) =>
    event ? text('participants.titleOf', { event: event.name }) : text('participants.title'),
  give: (text, { event, gift, participant: { name } }) =>
    gift
      ? text('donation.giftTitle', { name })
      : text('donation.title', { unit: unitWord(text, event.donation_unit_description), name }),
  card: (text, { name }) => text('gift.card.titleOf', { name }),
  gift: (text, { gift, came }) => {
    if (gift.status === 'open') return text(came ? 'gift.notYet' : 'gift.checking');
    return text(`gift.status.${gift.status}`);
  },
  'pledge-sent': (text) => text('donation.sent.heading'),
  'pledge-result': (text, { action, pledge }) => {
    if (!pledge) return text('donation.confirmationFailed');
    const { status } = pledge.donation;
    if (status === 'cancelled') return text('donation.isCancelled');
    if (action === 'cancel') return text('donation.cancelHeading');
    return text(status === 'confirmed' ? 'donation.isConfirmed' : 'donation.confirmHeading');
  },
  callback: (text) => text('auth.authenticating'),
  legal: (text, { page }) => text(`footer.${page}`),
  'api-docs': (text) => text('apiDocs.title'),
  admin: (text, { tab }) => text(`admin.tab.${tab}`),
  profile: (text) => text('site.profile'),
  'no-access': (text) => text('noAccess.title'),
  'not-found': (text) => text('notFound.title'),
  error: (text, { sign_in: signIn }) => text(signIn === null ? 'problem.heading' : 'problem.signIn'),
};
