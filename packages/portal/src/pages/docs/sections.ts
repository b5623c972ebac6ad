import type { TFunction } from 'i18next';
import type { DocPage } from './doc-page.ts';
import { plainText } from './plain-text.ts';

/** A place on a page with an address of its own. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly level: 2 | 3;
}

/** The headings of a page, for the list beside it. */
export function sectionsOf(page: DocPage, t: TFunction): readonly Section[] {
  switch (page.kind) {
    case 'written':
      return page.blocks.flatMap((block) =>
        block.kind === 'heading' ? [{ id: block.id, title: plainText(block.text), level: block.level }] : [],
      );
    case 'operation':
      return [
        { id: 'request', title: t('docs.request'), level: 2 },
        { id: 'payload', title: t('docs.payload'), level: 2 },
        { id: 'example', title: t('docs.example'), level: 2 },
        { id: 'failures', title: t('docs.failures'), level: 2 },
      ];
    case 'operations':
      return page.groups.map(({ name }) => ({
        id: name.toLowerCase(),
        title: t(`docs.group.${name as 'Tours'}`),
        level: 2,
      }));
    case 'errors':
      return [
        { id: 'gateway', title: t('docs.ofGateway'), level: 2 },
        ...page.gateway.map(({ status }) => ({ id: status, title: status, level: 3 as const })),
        { id: 'portal', title: t('docs.ofPortal'), level: 2 },
        ...page.portal.map(({ code }) => ({ id: code, title: code, level: 3 as const })),
      ];
  }
}
