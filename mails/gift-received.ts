import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { bibBlock, organiserLine } from './frame.ts';
import { giftWords, samples as giftSamples, type GiftMail } from './gift.ts';
import { mailOf, type Mail } from './layout.ts';

/** To the participant, where the organiser wants it. */
export function giftReceived(props: GiftMail, t: Translate, language: Language): Mail {
  const { brand, event, links } = props;
  const words = giftWords(props, language);
  return mailOf(
    {
      subject: t('mail.received.subject', words),
      preview: t('mail.received.preview', words),
      blocks: [
        bibBlock(props, words),
        { is: 'heading', text: t('mail.received.heading', words) },
        {
          is: 'lead',
          lines: [
            [t('mail.greeting', { donor: words.name })],
            [t('mail.received.lead', words)],
            ...(words.message ? [[t('mail.received.message', words)]] : []),
          ],
        },
        { is: 'button', text: t('mail.received.button'), href: links.give, gives: true },
        { is: 'address', text: t('mail.trouble', words), href: links.give },
        { is: 'rule' },
        { is: 'fine', lines: [[t('mail.received.why', words)], organiserLine(event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = giftSamples;
