import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import type { Person } from '#contract/persons.ts';
import { formatCount } from '#domain/money.ts';
import { Empty } from '#web/parts/empty.tsx';
import { useText } from '#web/text.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { read } from '#web/admin/ask.ts';
import { Loaded } from '#web/admin/parts/loaded.tsx';
import { ErasePerson } from './erase-person.tsx';
import { PersonTable } from './person-table.tsx';
import { Section } from './section.tsx';

const PAGE = 50;
/** The server's limit. */
const MOST = 500;

/** What somebody is searched by is his own affair: it stands in no address, no history and no cache. */
interface Asked {
  q: string;
  limit: number;
  /** Each search is one of its own, also by the same words. */
  turn: number;
}

/** Whoever wants to know what is stored about him, or to be erased, is found here. */
export function Persons() {
  const text = useText();
  const [asked, setAsked] = useState<Asked>({ q: '', limit: PAGE, turn: 0 });
  const [erasing, setErasing] = useState<Person | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const found = useSearch(asked);
  const search = (change: Partial<Asked>) => setAsked((last) => ({ ...last, ...change, turn: last.turn + 1 }));

  return (
    <Section name="persons">
      <p className="soft">{text('admin.persons.text')}</p>
      <SearchForm
        onSearch={(q) => {
          setTold(null);
          search({ q, limit: PAGE });
        }}
      />
      {told && (
        <Alert tone="good" role="status">
          <p>{told}</p>
        </Alert>
      )}
      {asked.q && (
        <Loaded from={found} failed={text('admin.persons.loadError')}>
          {({ items, total }) => (
            <>
              <p role="status">{text('admin.persons.found', { count: total, shown: formatCount(total) })}</p>
              {total === 0 && <Empty title={text('admin.persons.none')} text={text('admin.persons.noneText')} />}
              {total > 0 && <PersonTable persons={items} onErase={setErasing} />}
              {items.length < Math.min(total, MOST) && (
                <button className="btn btn-line" type="button" onClick={() => search({ limit: asked.limit + PAGE })}>
                  {text('admin.persons.more')}
                </button>
              )}
            </>
          )}
        </Loaded>
      )}
      {erasing && (
        <ErasePerson
          person={erasing}
          onErased={(message) => {
            setTold(message);
            search({});
          }}
          onClose={() => setErasing(null)}
        />
      )}
    </Section>
  );
}

/** Every search is in the activity log: only a wish of somebody begins one, never a change elsewhere on the screen. */
function useSearch({ q, limit, turn }: Asked) {
  const search = read('GET /api/persons', { query: { q, limit: String(limit) } });
  return useQuery({
    ...search,
    queryKey: [...search.queryKey, turn],
    enabled: q !== '',
    staleTime: 'static',
    gcTime: 0,
  });
}

function SearchForm({ onSearch }: { onSearch: (q: string) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = input.current?.value.trim();
    if (q) onSearch(q);
    else input.current?.focus();
  };
  return (
    <form className="bar pick" role="search" method="post" onSubmit={submit}>
      <div className="field grow">
        <label htmlFor="person">{text('admin.persons.q')}</label>
        <input
          className="input"
          id="person"
          ref={input}
          type="search"
          maxLength={120}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
      <button className="btn btn-line" type="submit">
        <Icon name="search" /> {text('participants.search')}
      </button>
    </form>
  );
}
