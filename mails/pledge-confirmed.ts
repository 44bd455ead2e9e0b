import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { linked } from './blocks.ts';
import { bibBlock, datedEvent, organiserLine } from './frame.ts';
import { mailOf, type Mail } from './layout.ts';
import { pledgeFacts, pledgeWords, samples as pledgeSamples, type PledgeMail } from './pledge.ts';

/** The donor's copy. It opens with the way out: whoever reads it may not be the one who pressed the button. */
export function pledgeConfirmed(props: PledgeMail, t: Translate, language: Language): Mail {
  const { brand, links } = props;
  const words = pledgeWords(props, t);
  return mailOf(
    {
      subject: t('mail.confirmed.subject', words),
      preview: t('mail.confirmed.preview'),
      blocks: [
        { is: 'opening', lines: [linked(t('mail.confirmed.notYou'), links.cancel)] },
        bibBlock(props, words),
        { is: 'heading', text: t('donation.thanks', words) },
        { is: 'lead', lines: [[t('mail.greeting', words)], [t('donation.isConfirmed')]] },
        pledgeFacts(words, t, {
          label: t('donation.event'),
          value: datedEvent(words.event, props.event.date, language),
        }),
        { is: 'text', lines: [[t('donation.afterwards', words)]] },
        { is: 'text', lines: [linked(t('mail.confirmed.cancel'), links.cancel)] },
        { is: 'note', lines: [[t('mail.again', words)], [{ text: links.confirm, href: links.confirm }]] },
        { is: 'rule' },
        { is: 'fine', lines: [organiserLine(props.event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = pledgeSamples;
