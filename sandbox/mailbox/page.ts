import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from '../html.ts';
import type { Markup } from '../html.ts';
import { timeOf, writePage } from '../page.ts';
import { script, style } from './assets.ts';
import { sampleOf, samplesPage } from './samples.ts';
import type { Mail, MailStore, MailSummary } from './store.ts';

interface Answer {
  readonly type: string;
  readonly body: string | Buffer;
  readonly csp?: string;
}

const SHOWN = 200;
const PARTS = ['html', 'text', 'headers', 'source'] as const;
type Part = (typeof PARTS)[number];

const PAGE_CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:";
/** A mail may style itself and open its links in a new tab; it runs no script and fetches nothing. */
const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox";

/** The mailbox's web page: a list, a view of each mail, and both as JSON. */
export function mailboxPages(store: MailStore): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void answerTo(new URL(request.url ?? '/', 'http://mailbox'), store).then((answer) => {
      const { type, body, csp = PAGE_CSP } = answer ?? notFound();
      response.writeHead(answer ? 200 : 404, {
        'content-type': type,
        'content-security-policy': csp,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  };
}

async function answerTo({ pathname, searchParams }: URL, store: MailStore): Promise<Answer | null> {
  if (pathname === '/') return page('Mailbox', listOf(store.list));
  if (pathname === '/messages.json') return json(store.list.toReversed());
  if (pathname === '/mailbox.css') return { type: 'text/css', body: style };
  if (pathname === '/mailbox.js') return { type: 'text/javascript', body: script };
  if (pathname === '/samples') return page('Samples', await samplesPage());
  const [, sample, part] = /^\/samples\/([\w/-]+)\.(html|txt)$/.exec(pathname) ?? [];
  if (sample) return written(await sampleOf(sample), part === 'html');
  const [, number, form = ''] = /^\/messages\/(\d{1,9})(\.\w+)?$/.exec(pathname) ?? [];
  const mail = number ? await store.read(Number(number)) : null;
  if (!mail) return null;
  const raw = (await store.raw(mail.n)) ?? Buffer.alloc(0);
  if (form === '') return page(mail.subject || 'Mail', viewOf(mail, raw, partOf(mail, searchParams.get('part'))));
  if (form === '.json') return json(mail);
  if (form === '.html') return mailAlone(mail.html);
  return form === '.eml' ? { type: 'text/plain; charset=utf-8', body: raw } : null;
}

function mailAlone(markup: string): Answer {
  return { type: 'text/html; charset=utf-8', body: inFrame(markup), csp: MAIL_CSP };
}

function written(mail: { html: string; text: string } | null, asHtml: boolean): Answer | null {
  if (!mail) return null;
  return asHtml ? mailAlone(mail.html) : { type: 'text/plain; charset=utf-8', body: mail.text };
}

function notFound(): Answer {
  return page('Not found', html`<p>There is no such mail. <a href="/">All mails</a></p>`);
}

function json(value: unknown): Answer {
  return { type: 'application/json', body: JSON.stringify(value, null, 2) };
}

function page(title: string, content: Markup): Answer {
  const head = html`<link rel="stylesheet" href="/mailbox.css" />
    <script src="/mailbox.js" defer></script>`;
  const body = html`<header>
      <a href="/">Mailbox</a><a href="/samples">Samples</a><span>Nothing here leaves this machine.</span>
    </header>
    <main>${content}</main>`;
  return { type: 'text/html; charset=utf-8', body: writePage({ language: 'en', title, head, body }) };
}

function listOf(mails: readonly MailSummary[]): Markup {
  const shown = mails.slice(-SHOWN).toReversed();
  const more = mails.length > SHOWN ? html`<p class="note">The newest ${SHOWN} of ${mails.length} mails.</p>` : null;
  if (shown.length === 0)
    return html`<div id="list"><p class="note">No mail yet. New ones appear by themselves.</p></div>`;
  return html`<div id="list">
    <ol class="mails">
      ${shown.map(rowOf)}
    </ol>
    ${more}
  </div>`;
}

function rowOf({ n, from, to, subject, receivedAt, answer }: MailSummary): Markup {
  return html`<li>
    <a href="/messages/${n}">
      <span class="subject">${subject || '(no subject)'} ${answer === 250 ? null : faultBadge(answer)}</span>
      <time datetime="${receivedAt}">${timeOf(receivedAt)}</time>
      <span class="people">${to} <span class="from">from ${from}</span></span>
    </a>
  </li>`;
}

function faultBadge(answer: number | null): Markup {
  return html`<span class="fault">${answer ? `answered ${answer}` : 'never answered'}</span>`;
}

function viewOf(mail: Mail, raw: Buffer, part: Part): Markup {
  const { n, from, to, subject, receivedAt, answer, envelope } = mail;
  const tabs = PARTS.map(
    (name) =>
      html`<a href="/messages/${n}?part=${name}" ${name === part ? html`aria-current="page"` : null}>${name}</a>`,
  );
  return html`<h1>${subject || '(no subject)'} ${answer === 250 ? null : faultBadge(answer)}</h1>
    <dl>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>Envelope</dt>
      <dd>from ${envelope.from || '<>'} to ${envelope.to.join(', ')}</dd>
      <dt>Received</dt>
      <dd><time datetime="${receivedAt}">${timeOf(receivedAt)}</time></dd>
    </dl>
    <nav aria-label="Parts">${tabs}<a href="/messages/${n}.json">json</a></nav>
    ${contentOf(mail, raw, part)}`;
}

function contentOf(mail: Mail, raw: Buffer, part: Part): Markup {
  if (part === 'html' && mail.html) {
    return html`<iframe
      title="The mail as it looks"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      src="/messages/${mail.n}.html"
    ></iframe>`;
  }
  if (part === 'headers') {
    const rows = mail.headers.map(
      ({ name, value }) =>
        html`<tr>
          <th>${name}</th>
          <td>${value}</td>
        </tr>`,
    );
    return html`<div class="scroll">
      <table>
        ${rows}
      </table>
    </div>`;
  }
  if (part === 'source') return html`<pre>${raw.toString('utf8')}</pre>`;
  return html`<pre class="text">${linked((part === 'text' && mail.text) || `This mail has no ${part} part.`)}</pre>`;
}

function linked(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"'()[\]]+[^\s<>"'()[\].,;:!?])/)
    .map((piece, index) =>
      index % 2 ? html`<a href="${piece}" target="_blank" rel="noopener">${piece}</a>` : html`${piece}`,
    );
}

function partOf(mail: Mail, wanted: string | null): Part {
  return PARTS.find((part) => part === wanted) ?? (mail.html ? 'html' : 'text');
}

/** Links of the mail open in a new tab: the frame would show the site in miniature. */
function inFrame(markup: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(markup) ? markup.replace(/<head[^>]*>/i, (head) => head + base) : base + markup;
}
