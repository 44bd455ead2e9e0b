import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { linked } from './blocks.ts';
import { bibBlock, datedEvent, organiserLine } from './frame.ts';
import { giftWords, samples as giftSamples, type GiftMail } from './gift.ts';
import { mailOf, type Mail } from './layout.ts';

/** To the donor, once his money has come in. */
export function giftThanks(props: GiftMail, t: Translate, language: Language): Mail {
  const { brand, event, links } = props;
  const words = giftWords(props, language);
  return mailOf(
    {
      subject: t('mail.gift.subject', words),
      preview: t('mail.gift.preview', words),
      blocks: [
        bibBlock(props, words),
        { is: 'heading', text: t('mail.gift.heading', words) },
        {
          is: 'lead',
          lines: [[props.donor ? t('mail.greeting', words) : t('mail.greetingNobody')], [t('mail.gift.lead', words)]],
        },
        {
          is: 'facts',
          rows: [
            { label: t('mail.gift.for'), value: words.name },
            { label: t('donation.event'), value: datedEvent(words.event, event.date, language) },
            { label: t('mail.gift.amount'), value: words.amount },
            { label: t('mail.gift.paidOn'), value: words.day },
          ],
        },
        { is: 'button', text: t('mail.gift.button'), href: links.proof, gives: false },
        { is: 'text', lines: [[t('mail.gift.keep')], linked(t('mail.gift.more', words), links.give)] },
        { is: 'address', text: t('mail.trouble', words), href: links.proof },
        { is: 'rule' },
        { is: 'fine', lines: [organiserLine(event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = giftSamples;
