import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { bibBlock, organiserLine } from './frame.ts';
import { pageWords, samples as giftSamples, type PageMail } from './gift.ts';
import { mailOf, type Mail } from './layout.ts';

/** Brings a participant the link to his page. */
export function pageLink(props: PageMail, t: Translate, language: Language): Mail {
  const { brand, event, links } = props;
  const words = pageWords(props);
  return mailOf(
    {
      subject: t('mail.page.subject', words),
      preview: t('mail.page.preview'),
      blocks: [
        bibBlock(props, words),
        { is: 'heading', text: t('mail.page.heading') },
        { is: 'lead', lines: [[t('mail.greeting', { donor: words.name })], [t('mail.page.lead', words)]] },
        { is: 'button', text: t('mail.page.button'), href: links.give, gives: true },
        { is: 'note', lines: [[t('mail.page.share')], [{ text: links.give, href: links.give }]] },
        { is: 'rule' },
        { is: 'fine', lines: [[t('mail.page.why', words)], organiserLine(event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = giftSamples;
