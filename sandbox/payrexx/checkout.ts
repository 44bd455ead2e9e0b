import { isLanguage, type Language } from '#domain/language.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';
import type { Account, Gateway } from './account.ts';
import { money, providerPage } from './look.ts';

/** What to send a browser: a page, or where to go on. */
export type Shown =
  | { readonly status: number; readonly page: string; readonly formTargets?: readonly string[] }
  | { readonly to: string };

const methods = { twint: 'TWINT', visa: 'Visa', mastercard: 'Mastercard', 'post-finance-pay': 'PostFinance' };

interface Words {
  readonly pay: string;
  readonly by: string;
  readonly act: (amount: string) => string;
  readonly decline: string;
  readonly cancel: string;
  readonly to: string;
  readonly reference: string;
  readonly trial: string;
  readonly paid: string;
  readonly gone: string;
  readonly goneHint: string;
  readonly back: string;
}

const words: Record<Language, Words> = {
  de: {
    pay: 'Zahlung',
    by: 'Zahlungsmittel',
    act: (amount) => `${amount} bezahlen`,
    decline: 'Ablehnen lassen',
    cancel: 'Abbrechen',
    to: 'An',
    reference: 'Referenz',
    trial: 'Probebetrieb: Hier fliesst kein Geld.',
    paid: 'Schon bezahlt',
    gone: 'Dieser Link gilt nicht mehr',
    goneHint: 'Die Zahlung ist abgelaufen oder wurde geschlossen.',
    back: 'Zurück zur Website',
  },
  en: {
    pay: 'Payment',
    by: 'Means of payment',
    act: (amount) => `Pay ${amount}`,
    decline: 'Have it declined',
    cancel: 'Cancel',
    to: 'To',
    reference: 'Reference',
    trial: 'Trial operation: no money moves here.',
    paid: 'Already paid',
    gone: 'This link is no longer valid',
    goneHint: 'The payment has expired or was closed.',
    back: 'Back to the website',
  },
  fr: {
    pay: 'Paiement',
    by: 'Moyen de paiement',
    act: (amount) => `Payer ${amount}`,
    decline: 'Faire refuser',
    cancel: 'Annuler',
    to: 'À',
    reference: 'Référence',
    trial: 'Mode d’essai: aucun argent ne circule ici.',
    paid: 'Déjà payé',
    gone: 'Ce lien n’est plus valable',
    goneHint: 'Le paiement a expiré ou a été fermé.',
    back: 'Retour au site',
  },
  it: {
    pay: 'Pagamento',
    by: 'Mezzo di pagamento',
    act: (amount) => `Paga ${amount}`,
    decline: 'Far rifiutare',
    cancel: 'Annulla',
    to: 'A',
    reference: 'Riferimento',
    trial: 'Modalità di prova: qui non si muove denaro.',
    paid: 'Già pagato',
    gone: 'Questo link non è più valido',
    goneHint: 'Il pagamento è scaduto o è stato chiuso.',
    back: 'Torna al sito',
  },
};

/** The page that a donor is sent to; `form` is what he answered there. */
export function checkout(account: Account, url: URL, form: URLSearchParams | null): Shown {
  const language = url.pathname.split('/')[1];
  const hash = url.searchParams.get('payment');
  const gateway = account.gateways().find((one) => one.hash === hash && !one.isDeleted);
  const spoken = isLanguage(language) ? language : 'de';
  if (!gateway || (gateway.endsAt !== null && gateway.endsAt < Date.now() && !account.isPaid(gateway))) {
    return { status: 404, page: gonePage(spoken) };
  }
  const { failedRedirectUrl, cancelRedirectUrl } = gateway.wish;
  if (!account.isPaid(gateway) && form) {
    switch (form.get('do')) {
      case 'pay':
        account.pay(gateway, { brand: form.get('method') ?? 'twint' });
        break;
      case 'decline':
        account.pay(gateway, { brand: form.get('method') ?? 'twint', status: 'declined' });
        return { to: failedRedirectUrl ?? url.href };
      case 'cancel':
        account.pay(gateway, { status: 'cancelled' });
        return { to: cancelRedirectUrl ?? url.href };
    }
  }
  const home = gateway.wish.successRedirectUrl;
  if (!account.isPaid(gateway)) {
    return { status: 200, page: payPage(gateway, spoken), formTargets: targetsOf(gateway) };
  }
  return form && home && gateway.wish.skipResultPage
    ? { to: home }
    : { status: 200, page: paidPage(gateway, spoken, home) };
}

function payPage(gateway: Gateway, language: Language): string {
  const { pay, by, act, decline, cancel, trial } = words[language];
  const { amount, currency } = gateway.wish;
  const choices = Object.entries(methods).map(
    ([method, name], index) =>
      html`<label class="method">
        <input type="radio" name="method" value="${method}" ${index === 0 ? html`checked` : null} /> ${name}
      </label>`,
  );
  return providerPage({
    language,
    title: pay,
    content: html`${summary(gateway, language)}
      <form method="post">
        <fieldset>
          <legend>${by}</legend>
          ${choices}
        </fieldset>
        <div class="acts">
          <button class="main" name="do" value="pay">${act(money(amount, currency))}</button>
          <button name="do" value="decline">${decline}</button>
          <button name="do" value="cancel">${cancel}</button>
        </div>
      </form>
      <p class="soft foot">${trial}</p>`,
  });
}

function paidPage(gateway: Gateway, language: Language, home: string | undefined): string {
  const { paid, back } = words[language];
  const link = home ? html`<p><a href="${home}">${back}</a></p>` : null;
  return providerPage({
    language,
    title: paid,
    content: html`${summary(gateway, language)}
      <p class="note">${paid}</p>
      ${link}`,
  });
}

function summary({ wish, instance }: Gateway, language: Language): Markup {
  const { to, reference } = words[language];
  return html`<h1>${wish.purpose}</h1>
    <p class="amount">${money(wish.amount, wish.currency)}</p>
    <dl>
      <dt>${to}</dt>
      <dd>${instance}</dd>
      <dt>${reference}</dt>
      <dd>${wish.referenceId}</dd>
    </dl>`;
}

function gonePage(language: Language): string {
  const { gone, goneHint } = words[language];
  return providerPage({
    language,
    title: gone,
    content: html`<h1>${gone}</h1>
      <p>${goneHint}</p>`,
  });
}

/** The redirect after the form leads to the application, which browsers count as a target of the form. */
function targetsOf({ wish }: Gateway): string[] {
  const addresses = [wish.successRedirectUrl, wish.failedRedirectUrl, wish.cancelRedirectUrl];
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))];
}
