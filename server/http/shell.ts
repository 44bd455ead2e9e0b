import type { Brand, FooterLink, Shell } from '#contract/pages.ts';
import { legalPages, paths, type LegalPage } from '#contract/paths.ts';
import type { Language } from '#domain/language.ts';
import { footerNames, isOurs, type FooterName } from '#server/brand.ts';
import type { Config } from '#server/config.ts';
import type { Caller } from './handler.ts';

/** What frames a page: who reads it, in which language, under which brand. */
export function shellOf(config: Config, caller: Caller, language: Language, address: string): Shell {
  return {
    language,
    address,
    staff: caller.staff && { name: caller.staff.name, roles: caller.staff.roles },
    brand: brandOf(config, language),
  };
}

function brandOf({ brand }: Config, language: Language): Brand {
  return {
    name: brand.name,
    isOurs: isOurs(brand),
    logo: brand.logo ? '/brand/logo' : null,
    operator: brand.operator,
    footer: {
      contact: links(brand, language, footerNames.contact),
      about: links(brand, language, footerNames.about),
      socials: brand.footer[language]?.socials ?? brand.footer.de?.socials ?? [],
    },
  };
}

/** Destinations depend on the language, German where it has none; a link without one is left out or is a page of ours. */
function links(brand: Config['brand'], language: Language, names: readonly FooterName[]): FooterLink[] {
  return names.flatMap((name) => {
    const own = isLegal(name) ? paths.legal(name) : null;
    const href = brand.footer[language]?.[name] ?? brand.footer.de?.[name] ?? own;
    return href === null ? [] : [{ name, href }];
  });
}

function isLegal(name: string): name is LegalPage {
  return (legalPages as readonly string[]).includes(name);
}
