import type { PledgeStatus } from '#domain/pledge.ts';
import { BibCard } from '#web/parts/bib-card.tsx';
import { useText } from '#web/text.tsx';

const looks = { pending: 'open', confirmed: 'pinned', cancelled: 'plain' } as const;

/** The tone of each state's chip. */
export const pledgeTones = { pending: 'pending', confirmed: 'good', cancelled: 'off' } as const;

interface PledgeBibProps {
  status: PledgeStatus;
  participant: { name: string; bib: string | null };
  event: { name: string };
}

/** The bib tells where the pledge stands: dashed while it is only promised, pinned when it counts. */
export function PledgeBib({ status, participant, event }: PledgeBibProps) {
  const t = useText();
  return (
    <BibCard participant={participant} event={event} look={looks[status]} state={t(`donation.status.${status}`)} />
  );
}
