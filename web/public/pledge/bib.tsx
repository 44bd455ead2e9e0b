import type { PledgeStatus } from '#domain/pledge.ts';
import { initials } from '#domain/names.ts';
import { BibCard } from '#web/parts/bib-card.tsx';
import { useText } from '#web/text.tsx';

const states = { pending: 'open', confirmed: 'pinned', cancelled: 'plain' } as const;

/** How a chip shows each state. */
export const pledgeTones = { pending: 'pending', confirmed: 'good', cancelled: 'off' } as const;

interface PledgeBibProps {
  status: PledgeStatus;
  participant: { name: string; bib: string | null };
  event: { name: string };
}

/** The bib tells where the pledge stands: dashed while it is only promised, pinned when it counts. */
export function PledgeBib({ status, participant: { name, bib }, event }: PledgeBibProps) {
  const t = useText();
  const number = bib ? `${t('bib.number')} ${bib}` : t('bib.none').replace(',', '');
  const state = t(`donation.status.${status}`);
  return (
    <BibCard
      number={bib}
      initials={initials(name)}
      name={name}
      event={event.name}
      state={states[status]}
      label={[number, name, event.name, state].join(', ')}
    />
  );
}
