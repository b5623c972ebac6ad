import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedIn } from '../../api/account-context.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** Where a sign-in ends that was begun beside a page: the page goes on by itself, and this one is done. */
export function SignedInPage() {
  const { t } = useTranslation();
  const { person } = useSignedIn();
  // The browser closes only what a page opened; the words are for those that stay.
  useEffect(() => window.close(), []);
  return <PageHeading title={t('signedIn.title', { name: person.name })} lede={t('signedIn.lede')} />;
}
