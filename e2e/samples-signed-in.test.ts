import { describe } from 'vitest';
import { describeSignedIn } from './samples/signed-in.ts';
import { useDemoService } from './use-demo-service.ts';

describe('the samples of the guides that take a person who has signed in', { tags: ['slow', 'long'] }, () => {
  const unlimited = { APP_LIMIT_PER_MINUTE: '0', IP_LIMIT_PER_MINUTE: '0' };
  const [service, other] = [useDemoService(unlimited), useDemoService(unlimited)];
  describeSignedIn(['docs/guides', 'docs/guides/zh'], { service, other });
});
