import { formatDay } from '#domain/dates.ts';
import type { Language } from '#domain/language.ts';
import type { Translate } from '#locales/messages.ts';
import { linked } from './blocks.ts';
import { bibBlock, organiserLine } from './frame.ts';
import { mailOf, type Mail } from './layout.ts';
import { pledgeFacts, pledgeWords, samples as pledgeSamples, type PledgeMail } from './pledge.ts';

/** Asks the donor to confirm: before that a pledge counts nothing. */
export function pledgeRequest(props: PledgeMail, t: Translate, language: Language): Mail {
  const { brand, links, validUntil } = props;
  const words = pledgeWords(props, t);
  const until = validUntil === null ? '' : ` ${t('mail.validUntil', { date: formatDay(validUntil, language) })}`;
  return mailOf(
    {
      subject: t('mail.request.subject', words),
      preview: t('mail.request.preview', words),
      blocks: [
        bibBlock(props, words),
        { is: 'heading', text: t('donation.confirmHeading') },
        { is: 'lead', lines: [[t('mail.greeting', words)], [t('mail.request.lead', words)]] },
        { is: 'button', text: t('donation.confirmButton', words), href: links.confirm, gives: true },
        pledgeFacts(words, t),
        {
          is: 'text',
          lines: [[t('donation.afterwards', words), ' ', ...linked(t('mail.request.cancel'), links.cancel), until]],
        },
        { is: 'address', text: t('mail.trouble', words), href: links.confirm },
        { is: 'rule' },
        { is: 'fine', lines: [[t('mail.request.notYou')], organiserLine(props.event.organiser, t)] },
      ],
    },
    brand,
    language,
  );
}

export const samples = pledgeSamples;
