import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/text.tsx';
import { read } from '#web/admin/ask.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { ConditionItem } from './conditions.tsx';
import { Section } from './section.tsx';

/** What an operator should know about how the server is set up. */
export function ConfigCheck() {
  const text = useText();
  const findings = useQuery(read('GET /api/settings/check'));
  return (
    <Section name="config">
      <p className="soft">{text('admin.config.text')}</p>
      <Loaded from={findings} failed={text('admin.config.loadError')}>
        {(all) => (
          <ul className="conditions">
            {all.map(({ setting, state, text: told }) => (
              <ConditionItem key={setting + told} state={state} name={<code>{setting}</code>} told={told} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
