import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TrashIcon } from '../../ui/icons.tsx';

/** Items of a tour's menu. */
export function TourItems({ onRemove }: { readonly onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <Menu.Item leftSection={<TrashIcon size={16} />} onClick={onRemove}>
      {t('tours.remove')}
    </Menu.Item>
  );
}
