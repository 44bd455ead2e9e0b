import { paths } from '#contract/paths.ts';
import { useText } from '#web/text.tsx';

export function NotFoundPage() {
  const text = useText();
  return (
    <div className="wrap result lost">
      <p className="total" aria-hidden="true">
        404
      </p>
      <h1 lang="en">404 Page Not Found</h1>
      {import.meta.env.MODE === 'development' && <p lang="en">Did you forget to add the page to the router?</p>}
      <p className="lead">{text('notFound.text')}</p>
      <div className="btns">
        <a className="btn" href={paths.participants}>
          {text('notFound.search')}
        </a>
        <a className="btn btn-line" href={paths.home}>
          {text('site.toHome')}
        </a>
      </div>
    </div>
  );
}
