import { paths } from '#contract/paths.ts';
import { useShell, useText } from '#web/text.tsx';

/** Signed in, but neither admin nor viewer. */
export function NoAccessPage() {
  const text = useText();
  const { staff } = useShell();
  return (
    <div className="wrap result">
      <h1>{text('noAccess.heading')}</h1>
      {staff && <p className="lead">{text('noAccess.text', { name: staff.name })}</p>}
      <div className="btns">
        <a className="btn" href={paths.home}>
          {text('site.toHome')}
        </a>
        <a className="btn btn-line" href={paths.signOut}>
          {text('site.signOut')}
        </a>
      </div>
    </div>
  );
}
