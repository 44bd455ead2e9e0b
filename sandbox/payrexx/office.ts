import { parseMoney } from '#domain/money.ts';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';
import { timeOf } from '../page.ts';
import type { Account, Transaction } from './account.ts';
import type { Shown } from './checkout.ts';
import { testDocument } from './documents.ts';
import { money, providerPage } from './look.ts';
import type { Delivery, Notices } from './notices.ts';

const SHOWN = 100;

/** What an organiser does in the provider's back office: looks at the payments and gives money back. */
export function office(account: Account, notices: Notices, url: URL, form: URLSearchParams | null): Shown {
  if (!form) return { status: 200, page: officePage(account, notices, url.searchParams.has('refused')) };
  try {
    act(account, notices, form);
    return { to: '/' };
  } catch {
    return { to: '/?refused' };
  }
}

function act(account: Account, notices: Notices, form: URLSearchParams): void {
  const id = Number(form.get('id'));
  switch (form.get('do')) {
    case 'refund': {
      const amount = parseMoney(form.get('amount') ?? '');
      if (amount === null) throw new RangeError('No amount');
      account.refund(id, amount);
      break;
    }
    case 'chargeback':
      account.turn(id, 'chargeback');
      break;
    case 'again':
      void notices.send(notices.list.filter(({ n }) => n === id));
      break;
    case 'test':
      notices.tell(form.get('instance') ?? '', 'test', testDocument(form.get('instance') ?? ''));
      break;
  }
}

function officePage(account: Account, notices: Notices, isRefused: boolean): string {
  const all = account.transactions();
  const shown = all.slice(-SHOWN).toReversed();
  const instances = new Set(all.map(({ instance }) => instance));
  return providerPage({
    language: 'en',
    title: 'Payments',
    wide: true,
    content: html`<h1>Payments</h1>
      <p class="soft">Stands in for Payrexx: nothing here leaves this machine.</p>
      ${isRefused ? html`<p class="note" role="alert">That was more than there is to give back.</p>` : null}
      ${
        shown.length === 0
          ? html`<p>No payment yet. A checkout that was paid appears here.</p>`
          : table(
              ['Time', 'Reference', 'By', 'State', 'Amount', ''],
              shown.map((one) => paymentRow(account, one)),
            )
      }
      <h2>Notices</h2>
      ${table(['No.', 'About', 'Answer', ''], notices.list.slice(0, SHOWN).map(noticeRow))}
      ${[...instances].map(testButton)}`,
  });
}

function table(heads: readonly string[], rows: readonly Markup[]): Markup {
  return html`<div class="scroll" tabindex="0">
    <table>
      <tr>
        ${heads.map((head) => html`<th class="${head === 'Amount' ? 'right' : ''}">${head}</th>`)}
      </tr>
      ${rows}
    </table>
  </div>`;
}

function paymentRow(account: Account, one: Transaction): Markup {
  const { id, at, brand, status, mode, amount, currency, refunded, originalId } = one;
  const left = amount - refunded;
  const canGiveBack = originalId === null && ['confirmed', 'partially-refunded'].includes(status) && left > 0;
  return html`<tr>
    <td>${timeOf(at)}</td>
    <td>${account.gatewayOf(one).wish.referenceId}</td>
    <td>${brand}</td>
    <td>${status}${mode === 'LIVE' ? null : html` <span class="tag">${mode}</span>`}</td>
    <td class="right">${signed(amount, currency)}</td>
    <td>${canGiveBack ? actsOf(id, left) : null}</td>
  </tr>`;
}

function actsOf(id: number, left: number): Markup {
  const amount = (left / 100).toFixed(2);
  return html`<form method="post">
    <input type="hidden" name="id" value="${id}" />
    <input name="amount" value="${amount}" inputmode="decimal" aria-label="Amount to give back, of payment ${id}" />
    <button name="do" value="refund">Refund</button>
    <button name="do" value="chargeback">Chargeback</button>
  </form>`;
}

function noticeRow({ n, about, answer, tries, nextAt }: Delivery): Markup {
  const heard = answer === null ? 'no answer' : String(answer);
  return html`<tr>
    <td>${n}</td>
    <td>${about}</td>
    <td>
      ${tries === 0 ? 'not sent' : `${heard}, try ${tries}`}${nextAt === null ? null : html`, next ${timeOf(nextAt)}`}
    </td>
    <td>
      <form method="post">
        <input type="hidden" name="id" value="${n}" />
        <button name="do" value="again">Send again</button>
      </form>
    </td>
  </tr>`;
}

function testButton(instance: string): Markup {
  return html`<form method="post" class="foot">
    <input type="hidden" name="instance" value="${instance}" />
    <button name="do" value="test">Send a test notice of ${instance}</button>
  </form>`;
}

function signed(amount: number, currency: string): string {
  return amount < 0 ? `−${money(-amount, currency)}` : money(amount, currency);
}
