import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import type { Search } from '#web/admin/search.ts';
import { useTurn } from '#web/admin/turn.tsx';

/** Between two strokes of quick fingers. */
const PAUSE_MS = 200;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  q: string | undefined;
}

/** Finds while one types. The field keeps its own value, so that nothing typed is ever lost to an answer. */
export function SearchField({ label, placeholder, q = '' }: SearchFieldProps) {
  const turn = useTurn();
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(q);
  const timer = useRef(0);

  useEffect(() => {
    // A link or the way back led to another search.
    if (input.current && q !== asked.current) asked.current = input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const find = () => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      asked.current = input.current?.value.trim() ?? '';
      void turn({ q: asked.current }, { replace: true });
    }, PAUSE_MS);
  };
  return (
    <div className="field grow" role="search">
      <label htmlFor="q">{label}</label>
      <div className="search">
        <Icon name="search" />
        <input
          className="input"
          id="q"
          type="search"
          ref={input}
          defaultValue={q}
          onInput={find}
          maxLength={60}
          autoComplete="off"
          spellCheck="false"
          placeholder={placeholder}
        />
      </div>
    </div>
  );
}

interface ChoiceProps {
  /** The name of the field, and of the part of the address that it changes. */
  name: string;
  label: string;
  value: string | number | undefined;
  /** The words for no choice: «Alle Events». */
  none: string;
  /** Other parts of the address that a choice changes. */
  also?: Search;
  children: ReactNode;
}

/** Picks rows by one of a few values. */
export function Choice({ name, label, value = '', none, also, children }: ChoiceProps) {
  const turn = useTurn();
  // A dialog over these rows may have a field of the same name.
  const id = `by-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ currentTarget }) => void turn({ ...also, [name]: currentTarget.value })}
      >
        <option value="">{none}</option>
        {children}
      </select>
    </div>
  );
}
