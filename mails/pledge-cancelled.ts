import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { bibBlock, organiserLine } from './frame.ts';
import { mailOf, type Mail } from './layout.ts';
import { pledgeFacts, pledgeWords, samples as pledgeSamples, type PledgeMail } from './pledge.ts';

/** Says that nothing will be asked for, and how the pledge comes back. */
export function pledgeCancelled(props: PledgeMail, t: Translate, language: Language): Mail {
  const { brand, links } = props;
  const words = pledgeWords(props, t);
  return mailOf(
    {
      subject: t('mail.cancelled.subject', words),
      preview: t('donation.noPayments'),
      blocks: [
        bibBlock(props, words),
        { is: 'heading', text: t('donation.isCancelled') },
        { is: 'lead', lines: [[t('mail.greeting', words)], [t('donation.noPayments')]] },
        pledgeFacts(words, t),
        { is: 'text', lines: [[t('donation.canReturn')]] },
        { is: 'button', text: t('donation.confirmAgain'), href: links.confirm, gives: false },
        { is: 'address', text: t('mail.trouble', words), href: links.confirm },
        { is: 'rule' },
        { is: 'fine', lines: [organiserLine(props.event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = pledgeSamples;
