import { hash } from 'node:crypto';
import type { Head } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import { isOurs } from '#server/brand.ts';
import type { Config } from '#server/config.ts';
import { wordsOf, type Shared } from './files/share.ts';

/** What the data of a page says of it to machines. */
export interface HeadFacts {
  /** Its path, when it is one to be known by. */
  canonical?: string;
  indexable?: boolean;
  /** Only pages that people may pass on have an image. */
  shared?: Shared;
}

export function headOf(config: Config, facts: HeadFacts, language: Language): Head {
  const { canonical, indexable = false, shared } = facts;
  return {
    canonical: canonical === undefined ? null : config.publicUrl + canonical,
    indexable,
    icon: isOurs(config.brand) ? null : paths.icon(192),
    image: shared ? imageOf(config, shared, language) : null,
  };
}

/** The address differs with the words, or previews would show for weeks what we show no more. */
function imageOf({ brand, publicUrl }: Config, shared: Shared, language: Language): Head['image'] {
  const words = wordsOf(brand, shared, language);
  const version = hash('sha256', JSON.stringify(words)).slice(0, 8);
  return {
    address: `${publicUrl}${paths.share(shared.subject, language)}?v=${version}`,
    alt: [words.number, words.name, words.event].filter(Boolean).join(', '),
  };
}
