import type { ReactNode } from 'react';
import { adminTabs, type AdminTab } from '#contract/paths.ts';
import { useText } from '#web/text.tsx';

/** The rooms of the admin area; each is a link, so that it can be kept, shared and gone back to. */
export function TabList({ renderLink }: { renderLink: (tab: AdminTab, name: string) => ReactNode }) {
  const text = useText();
  return (
    <nav className="tabs wrap" aria-label={text('admin.tabs')}>
      <ul>
        {adminTabs.map((tab) => (
          <li key={tab}>{renderLink(tab, text(`admin.tab.${tab}`))}</li>
        ))}
      </ul>
    </nav>
  );
}
