import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

export function NotFoundPage() {
  const text = useText();
  // The German words of this page are English ones.
  const lang = useShell().language === 'de' ? 'en' : undefined;
  return (
    <div className="wrap result lost">
      <p className="total" aria-hidden="true">
        404
      </p>
      <h1 lang={lang}>{text('notFound.heading')}</h1>
      {import.meta.env.MODE === 'development' && <p lang={lang}>{text('notFound.hint')}</p>}
      <p className="lead">{text('notFound.text')}</p>
      <div className="btns">
        <a className="btn" href={paths.participants}>
          {text('participants.searchPerson')}
        </a>
        <a className="btn btn-line" href={paths.home}>
          {text('site.toHome')}
        </a>
      </div>
    </div>
  );
}
