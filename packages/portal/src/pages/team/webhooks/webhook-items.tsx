import { Menu } from '@mantine/core';
import { useWebhookWords } from '../../../languages/use-webhook-words.ts';
import { BanIcon, PencilIcon, RefreshIcon, TrashIcon } from '../../../ui/icons.tsx';

/** What is asked in a dialog before it is done to a webhook. */
export type WebhookQuestion = 'change' | 'rotate' | 'stop' | 'delete';

interface WebhookItemsProps {
  readonly isStopped: boolean;
  readonly onAsk: (question: WebhookQuestion) => void;
}

const icons = {
  change: <PencilIcon size={16} />,
  rotate: <RefreshIcon size={16} />,
  stop: <BanIcon size={16} />,
  delete: <TrashIcon size={16} />,
} as const satisfies { readonly [Question in WebhookQuestion]: unknown };

/** Items of a webhook's menu. */
export function WebhookItems({ isStopped, onAsk }: WebhookItemsProps) {
  const { t } = useWebhookWords();
  const questions = (Object.keys(icons) as WebhookQuestion[]).filter((one) => one !== 'stop' || !isStopped);
  return questions.map((question) => (
    <Menu.Item key={question} leftSection={icons[question]} onClick={() => onAsk(question)}>
      {t(`webhooks:${question}`)}
    </Menu.Item>
  ));
}
