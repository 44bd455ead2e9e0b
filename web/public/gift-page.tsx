import { useEffect } from 'react';
import type { Pages } from '#contract/pages.ts';
import { BibCard } from '#web/parts/bib-card.tsx';
import { useShell, useText } from '#web/text.tsx';
import { titleOf } from '#web/titles.ts';
import { takeKept } from './give/form-values.ts';
import { Checking, NotYet, Refunded, Thanks, Unpaid } from './gift/views.tsx';
import { useWatch } from './gift/watch.ts';

/** Where donors come back to from paying, and where their proof is kept. */
export function GiftPage(props: Pages['gift']) {
  const t = useText();
  const shell = useShell();
  const { gift } = props;
  const { status } = gift;
  const title = titleOf({ page: 'gift', props, shell }, t);
  useWatch(gift);

  useEffect(() => {
    document.title = title;
  }, [title]);

  // A gift that is paid needs its form no more.
  useEffect(() => {
    if (status === 'paid') takeKept();
  }, [status]);

  return (
    <div className="wrap result result-full">
      <p className="vh" role="status">
        {t(`gift.status.${status}`)}
      </p>
      <BibCard
        participant={gift.participant}
        event={gift.event}
        look={looks[status]}
        state={t(`gift.status.${status}`)}
      />
      <State {...props} />
    </div>
  );
}

/** The bib is dashed while the payment is unknown, and pinned when the gift counts. */
const looks = { open: 'open', paid: 'pinned', failed: 'plain', refunded: 'plain' } as const;

function State({ gift, came, raised }: Pages['gift']) {
  if (gift.status === 'paid') return <Thanks gift={gift} raised={raised} />;
  if (gift.status === 'refunded') return <Refunded gift={gift} />;
  if (gift.status === 'failed') return <Unpaid gift={gift} />;
  return came ? <NotYet gift={gift} came={came} /> : <Checking gift={gift} />;
}
