import { compileMessage, type CompiledIcuChoices, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { figuresOf } from '#domain/figures.ts';

/** A text as the catalogs take it; its counts are said by `withFigures`. */
export function compileText(text: string): CompiledMessage {
  return counted(compileMessage(text));
}

/** ICU would write counts as each language does; `{n, number}` and each `#` become the figures that people read here. */
function counted(message: CompiledMessage, count?: string): CompiledMessage {
  return message.map((token) => {
    if (token === '#' && count) return [figuresOf(count)];
    if (typeof token === 'string') return token;
    const [name, kind, branches] = token;
    if (kind === 'number') return [figuresOf(name)];
    if (kind !== 'plural' && kind !== 'select') return token;
    const spoken = Object.entries(branches as CompiledIcuChoices).map(([word, branch]) => [
      word,
      Array.isArray(branch) ? counted(branch, kind === 'plural' ? name : count) : branch,
    ]);
    return [name, kind, Object.fromEntries(spoken)];
  });
}
