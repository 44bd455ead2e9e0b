import type { Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

/** The page itself could not be made, or nobody can sign in now. */
export function ErrorPage({ sign_in: signIn }: Pages['error']) {
  const text = useText();
  const { address } = useShell();
  return (
    <div className="wrap result">
      <h1>{text(signIn === null ? 'problem.heading' : 'problem.signIn')}</h1>
      <p className="lead">{signIn ?? text('problem.text')}</p>
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
