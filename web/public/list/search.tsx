import { useEffect, useEffectEvent, useRef } from 'react';
import { isOpen } from '#web/parts/event-words.ts';
import { useText } from '#web/text.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { documentOf, formAddress, type List } from './address.ts';
import { KeptFields } from './kept-fields.tsx';
import type { Live } from './live.ts';

/** Between two strokes of quick fingers; longer would be felt. */
const PAUSE_MS = 30;

/** Finds while one types. The field keeps its own value, so that nothing typed is ever lost to an answer. */
export function Search({ list, visit }: { list: List } & Pick<Live, 'visit'>) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const { q } = list.choice;
  const asked = useRef(q);

  function find() {
    asked.current = input.current?.value ?? '';
    void visit(documentOf(list, { q: asked.current }), 'replace', PAUSE_MS);
  }

  useEffect(() => {
    // A link or the way back led to another search.
    if (input.current && q !== asked.current) asked.current = input.current.value = q;
  }, [q]);

  const pickUp = useEffectEvent(() => {
    if (input.current?.value !== asked.current) find();
  });
  // What was typed before the script came is searched for now.
  useEffect(() => pickUp(), []);

  return (
    <form className="field" role="search" method="get" action={formAddress(list)}>
      <label htmlFor="q">{text(isOpen(list.event) ? 'participants.whom' : 'participants.searchPerson')}</label>
      <div className="search search-l">
        <input
          className="input"
          id="q"
          name="q"
          type="search"
          ref={input}
          defaultValue={q}
          onInput={find}
          maxLength={60}
          autoComplete="off"
          spellCheck="false"
          placeholder={text('participants.searchHint')}
        />
        <button type="submit" aria-label={text('participants.search')}>
          <Icon name="search" />
        </button>
      </div>
      <KeptFields list={list} but={['q', 'page']} />
    </form>
  );
}
