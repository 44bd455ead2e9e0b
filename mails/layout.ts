import type { Language } from '#domain/language.ts';
import { plainText, type Block, type Content, type Fact, type Inline } from './blocks.ts';
import { html, type Html } from './html.ts';

export interface MailBrand {
  name: string;
  /** The brand's colour, and the ink that is readable on it. */
  fill: string;
  on: string;
}

/** HTML and text are written only when they are read: the outbox asks for the subject alone. */
export interface Mail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export function mailOf(content: Content, brand: MailBrand, language: Language): Mail {
  return {
    subject: content.subject,
    get html() {
      return page(content, brand, language).markup;
    },
    get text() {
      return plainText(brand.name, content.blocks);
    },
  };
}

/** One table with its styles on the cells: what mail programs of every age understand. Nothing in it is fetched. */
function page({ subject, preview, blocks }: Content, brand: MailBrand, language: Language): Html {
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${sheet}
      </head>
      <body class="bg" style="margin:0;padding:0;background:#ffffff;">
        <div style="display:none;max-height:0;overflow:hidden;">${preview}${filler}</div>
        <main>
          <table ${plain} class="bg" width="100%" bgcolor="#ffffff">
            <tr>
              <td align="center">
                <table ${plain} width="100%" style="max-width:560px;font-family:Arial,'Helvetica Neue',sans-serif;">
                  ${letterhead(brand)} ${blocks.map((block) => blockRow(block, brand))}
                  ${row('', 'padding:0 0 40px;font-size:0;line-height:0;', '\u00A0')}
                </table>
              </td>
            </tr>
          </table>
        </main>
      </body>
    </html> `;
}

const sheet = html`<style>
  :root {
    color-scheme: light dark;
    supported-color-schemes: light dark;
  }
  a {
    color: #131a24;
  }
  @media (max-width: 480px) {
    .pad {
      padding-left: 20px !important;
      padding-right: 20px !important;
    }
    .btn a {
      display: block !important;
    }
    .h1 {
      font-size: 26px !important;
      line-height: 30px !important;
    }
  }
  @media (prefers-color-scheme: dark) {
    .bg {
      background: #11161d !important;
    }
    .ink,
    .ink a {
      color: #eef0f3 !important;
    }
    .soft,
    .soft a {
      color: #aeb5bf !important;
    }
    .rule {
      border-color: #363e49 !important;
    }
    .quiet a {
      background: #eef0f3 !important;
      border-color: #eef0f3 !important;
      color: #11161d !important;
    }
  }
  /* Outlook.com and Gmail apps */
  [data-ogsc] .ink {
    color: #eef0f3 !important;
  }
  [data-ogsb] .bg {
    background: #11161d !important;
  }
</style> `;

const spaceless = html`cellpadding="0" cellspacing="0" border="0"`;
const plain = html`role="presentation" ${spaceless}`;

/** Keeps a mailbox from showing the words of the mail behind the preview. */
const filler = ' \u2007\u034F'.repeat(30);

const bold = (size: number, line: number) => `font-size:${size}px;line-height:${line}px;font-weight:bold;`;

function row(classes: string, style: string, content: string | Html | Html[]): Html {
  return html`<tr>
    <td class="pad ${classes}" style="${style}">${content}</td>
  </tr> `;
}

function letterhead({ name }: MailBrand): Html {
  return row('ink', `padding:28px 32px 20px;${bold(20, 24)}color:#131a24;letter-spacing:-.02em;`, name);
}

function blockRow(block: Block, brand: MailBrand): Html {
  switch (block.is) {
    case 'bib':
      return row('', 'padding:0 32px;', bib(block, brand));
    case 'heading':
      return row('ink', 'padding:24px 32px 0;color:#131a24;', heading(block.text));
    case 'button':
      return row(block.gives ? 'btn' : 'btn quiet', 'padding:24px 32px 8px;', button(block, brand));
    case 'facts':
      return row('', 'padding:16px 32px 0;', facts(block.rows));
    case 'address':
      return paragraph('note', [[block.text], [{ text: block.href, href: block.href }]]);
    case 'rule':
      return row('', 'padding:28px 32px 0;', rule);
    default:
      return paragraph(block.is, block.lines);
  }
}

const words = {
  opening: ['soft', 'padding:0 32px 20px;font-size:14px;line-height:21px;color:#4a5361;'],
  lead: ['ink', 'padding:12px 32px 0;font-size:17px;line-height:26px;color:#131a24;'],
  text: ['ink', 'padding:20px 32px 0;font-size:16px;line-height:24px;color:#131a24;'],
  note: ['soft', 'padding:20px 32px 0;font-size:14px;line-height:21px;color:#4a5361;'],
  fine: ['soft', 'padding:12px 32px 0;font-size:13px;line-height:19px;color:#4a5361;'],
} as const;

function paragraph(is: keyof typeof words, lines: Inline[][]): Html {
  const [classes, style] = words[is];
  return row(classes, style, lines.map(line));
}

function line(parts: Inline[], index: number): Html {
  return html`${index > 0 ? html`<br />` : ''}${parts.map(inline)}`;
}

function inline(part: Inline): Html {
  if (typeof part === 'string') return html`${part}`;
  const style = part.text === part.href ? 'color:inherit;word-break:break-all;' : 'color:inherit;';
  return html`<a href="${part.href}" style="${style}">${part.text}</a>`;
}

function heading(text: string): Html {
  return html`<h1 class="h1" style="margin:0;${bold(30, 34)}letter-spacing:-.02em;">${text}</h1>`;
}

/** Giving is the brand's colour; everything else is ink. */
function button({ text, href, gives }: Extract<Block, { is: 'button' }>, { fill, on }: MailBrand): Html {
  const [ground, ink] = gives ? [fill, on] : ['#131a24', '#ffffff'];
  const shape = 'display:inline-block;border-radius:6px;padding:14px 26px;text-decoration:none;text-align:center;';
  const style = `${shape}background:${ground};border:1px solid ${ground};${bold(17, 20)}color:${ink};`;
  return html`<a href="${href}" style="${style}">${text}</a>`;
}

function facts(rows: Fact[]): Html {
  return html`<table
    ${spaceless}
    class="rule"
    width="100%"
    style="font-size:16px;line-height:24px;border-top:2px solid #131a24;"
  >
    ${rows.map(fact)}
  </table>`;
}

function fact({ label, value }: Fact): Html {
  const edge = 'border-bottom:1px solid #d3d8de;';
  const left = `padding:10px 12px 10px 0;${edge}font-weight:normal;color:#4a5361;`;
  const right = `padding:10px 0;${edge}font-weight:bold;color:#131a24;`;
  return html`<tr>
    <th scope="row" align="left" valign="top" class="soft rule" style="${left}">${label}</th>
    <td align="right" class="ink rule" style="${right}">${value}</td>
  </tr> `;
}

const rule = html`<div class="rule" style="border-top:1px solid #d3d8de;font-size:0;line-height:0;">&nbsp;</div>`;

/** Three cells, each with its own ground and ink: so the bib survives every dark mode. */
function bib({ band, number, initials, name }: Extract<Block, { is: 'bib' }>, { fill, on }: MailBrand): Html {
  const narrow = `font-family:'Arial Narrow','Helvetica Neue Condensed',Impact,Arial,sans-serif;`;
  const paper = 'background:#ffffff;';
  const top = `background:${fill};border-radius:9px 9px 0 0;padding:6px 8px;${bold(12, 14)}color:${on};`;
  const middle = `${paper}padding:6px 8px 0;${narrow}${bold(64, 66)}color:${number === null ? '#5c6674' : '#0f1318'};`;
  const bottom = `${paper}border-radius:0 0 9px 9px;padding:0 8px 8px;${bold(14, 18)}color:#0f1318;`;
  return html`<table
    ${plain}
    width="188"
    style="border:1px solid #c3c8d0;border-radius:10px;border-collapse:separate;overflow:hidden;"
  >
    <tr>
      <td align="center" bgcolor="${fill}" style="${top}">${band}</td>
    </tr>
    <tr>
      <td align="center" bgcolor="#ffffff" style="${middle}">${number ?? initials}</td>
    </tr>
    <tr>
      <td align="center" bgcolor="#ffffff" style="${bottom}">${name}</td>
    </tr>
  </table>`;
}
