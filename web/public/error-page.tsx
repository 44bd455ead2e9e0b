import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

/** The page itself could not be made. */
export function ErrorPage() {
  const text = useText();
  const { address } = useShell();
  return (
    <div className="wrap result">
      <h1>{text('problem.heading')}</h1>
      <p className="lead">{text('problem.text')}</p>
      <div className="btns">
        <a className="btn" href={address}>
          {text('site.retry')}
        </a>
        <a className="btn btn-line" href={paths.home}>
          {text('site.toHome')}
        </a>
      </div>
    </div>
  );
}
