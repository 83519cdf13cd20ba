import { type Registration, registrationSchema } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { request } from '../../api/client.ts';
import { peopleQuery } from './people-queries.ts';
import { RecordForm } from './record-form.tsx';

/** A registration that waits, mended before it is approved. */
export function RegistrationPanel({ registration }: { registration: Registration }): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate({ from: '/people' });
  const { data: people } = useQuery(peopleQuery);
  const close = (): void => void navigate({ search: (now) => ({ ...now, edit: undefined }), replace: true });
  const saving = useMutation({
    mutationFn: ({ members, ...json }: Readonly<Record<string, unknown>>) =>
      request(registrationSchema, `/api/admin/registrations/${registration.id}`, {
        method: 'PATCH',
        json: {
          ...json,
          ...(typeof members === 'string'
            ? {
                members: members
                  .split(',')
                  .map((name) => name.trim())
                  .filter((name) => name !== ''),
              }
            : {}),
        },
      }),
    onSuccess: async () => {
      close();
      await client.invalidateQueries({ queryKey: ['people', 'registrations'] });
    },
  });
  const values = {
    ...registration,
    members: registration.members.join(', '),
    organisation: registration.organisationId === null ? registration.organisation : null,
    country: registration.organisationId === null ? registration.country : null,
  };
  return (
    <RecordForm
      noun="registration"
      id={registration.team}
      values={values}
      fields={[
        { name: 'team', label: 'Team name', kind: 'text' },
        {
          name: 'group',
          label: 'Group',
          kind: 'choice',
          choices: (people?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'organisationId',
          label: 'Organisation',
          kind: 'choice',
          hint: 'one that is there instead of a new one',
          choices: [
            { value: '', label: 'none, or the new one' },
            ...(people?.organisations ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
        { name: 'organisation', label: 'New organisation', kind: 'text' },
        { name: 'country', label: 'Its country', kind: 'text' },
        { name: 'members', label: 'Members', kind: 'text', hint: 'separated by commas' },
        { name: 'email', label: 'E-mail address', kind: 'text' },
        { name: 'username', label: 'Username', kind: 'text' },
      ]}
      saving={saving.isPending}
      error={saving.error}
      onSave={(_, changed) => saving.mutate(changed)}
      onClose={close}
    />
  );
}
