import type { ApiCall, ApiField, Pages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import '#web/look/pages/api-docs.css';

/** For those who write programs: in English, whatever language the frame around it speaks. */
export function ApiDocsPage({ groups }: Pages['api-docs']) {
  return (
    <div className="wrap api" lang="en">
      <h1>The published interface</h1>
      <p className="lead">
        Whatever this site does can be called. The same as <a href={paths.openApi}>OpenAPI 3.1</a>.
      </p>
      <Rules />
      <nav aria-label="Subjects">
        <ul className="api-subjects">
          {groups.map(({ name, calls }) => (
            <li key={name}>
              <a href={`#${name}`}>
                {title(name)} <small>{calls.length}</small>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(({ name, calls }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{title(name)}</h2>
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** What holds for every call. */
function Rules() {
  return (
    <ul className="api-rules">
      <li>Bodies and answers are JSON. Moments are UTC (ISO 8601), and ids are whole numbers.</li>
      <li>
        Money is text in francs with two decimals, <code>"12.50"</code>. A flag is <code>"true"</code> or{' '}
        <code>""</code>.
      </li>
      <li>
        Calls for staff need the session of somebody who has signed in: a viewer may read, an admin may do everything.
      </li>
      <li>What changes something is taken from pages of this site, or with a token that is the whole permission.</li>
      <li>
        A failure is <code>{'{ "message", "code", "fields"? }'}</code>: <code>message</code> is for people, in the
        language of the cookie <code>language</code> or of <code>Accept-Language</code>; <code>code</code> never
        changes; <code>fields</code> says what is wrong with each field. Beside those named below any call may answer
        500 <code>failed</code> or 503 <code>unavailable</code>. With 429 and 503 <code>Retry-After</code> says when to
        come back.
      </li>
    </ul>
  );
}

function Call({ call }: { call: ApiCall }) {
  const { id, method, path, does, who, parameters, body, answers, failures } = call;
  return (
    <article className="api-call">
      <h3 id={id}>
        <a href={`#${id}`}>
          <code>
            <b>{method}</b> {path}
          </code>
        </a>
      </h3>
      <p>
        {does}. <span className="soft">{who}</span>
      </p>
      <Fields title="Parameters" fields={parameters} />
      <Fields title="Body" fields={body} />
      {answers.map(({ status, ...answer }) => (
        <Fields key={answer.type} title={`Answer ${status}`} {...answer} />
      ))}
      {failures.length > 0 && (
        <>
          <h4>Failures</h4>
          <dl className="api-fields">
            {failures.map(({ status, codes }) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>
                  <code>{codes}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </article>
  );
}

interface FieldsProps {
  title: string;
  type?: string;
  about?: string;
  fields: ApiField[];
}

function Fields({ title, type, about, fields }: FieldsProps) {
  if (fields.length === 0 && !type) return null;
  return (
    <>
      <h4>
        {title} {type && <code>{type}</code>} {about}
      </h4>
      {fields.length > 0 && (
        <dl className="api-fields">
          {fields.map(({ name, type, about }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>
                <code>{type}</code> {about}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** «email-logs» → «Email logs». */
function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
}
