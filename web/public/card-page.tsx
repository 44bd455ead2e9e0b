import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** A card to be printed, whose code leads to somebody's give page, and the code alone for flyers of one's own. */
export function CardPage({ page, name, address }: Pages['card']) {
  const t = useText();
  const { language } = useShell();
  return (
    <div className="wrap result card-page">
      <h1>{t('gift.card.title')}</h1>
      <p className="lead">{t('gift.card.lead', { name })}</p>
      <img
        className="card-a6"
        src={paths.cardPicture(page, language)}
        width="397"
        height="559"
        alt={t('gift.card.alt', { name, address })}
      />
      <div className="btns">
        <button className="btn with-script" type="button" onClick={() => print()}>
          {t('gift.card.print')}
        </button>
        <a className="btn btn-line" href={paths.qr(page, 'svg')} download={`${page}.svg`}>
          <Icon name="down" /> {t('gift.card.code', { format: 'SVG' })}
        </a>
        <a className="btn btn-line" href={paths.qr(page, 'png')} download={`${page}.png`}>
          <Icon name="down" /> {t('gift.card.code', { format: 'PNG' })}
        </a>
        <a className="btn btn-soft" href={paths.give(page)}>
          {t('gift.card.toPage')}
        </a>
      </div>
    </div>
  );
}
