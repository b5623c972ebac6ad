import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { BanIcon, CheckIcon, PencilIcon } from '../../../ui/icons.tsx';

interface AppItemsProps {
  readonly disabled: boolean;
  readonly onRename: () => void;
  readonly onDisable: () => void;
  readonly onEnable: () => void;
}

/** Items of an app's menu. */
export function AppItems({ disabled, onRename, onDisable, onEnable }: AppItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item leftSection={<PencilIcon size={16} />} onClick={onRename}>
        {t('app.rename')}
      </Menu.Item>
      {disabled ? (
        <Menu.Item leftSection={<CheckIcon size={16} />} onClick={onEnable}>
          {t('app.enable')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<BanIcon size={16} />} onClick={onDisable}>
          {t('app.disable')}
        </Menu.Item>
      )}
    </>
  );
}
