import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePortal } from '../../api/portal-context.tsx';

/** @returns A value that no other dialog has: equal requests make one app. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks for an app. A second press, or a repetition after a lost answer, asks for the same one. */
export function useCreateApp(teamId: string, onCreated: () => void) {
  const portal = usePortal();
  const queries = useQueryClient();
  const [idempotencyKey, setKey] = useState(newKey);
  return useMutation({
    mutationFn: (name: string) => portal.call('create-app', { body: { name, idempotencyKey } }),
    onSuccess: async () => {
      setKey(newKey());
      await queries.invalidateQueries({ queryKey: ['team', teamId, 'apps'] });
      onCreated();
    },
  });
}
