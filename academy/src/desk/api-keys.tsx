import { apiKeyStatus } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { listPage } from '../ui/data/pages.tsx'
import { Code, Named, Status } from '../ui/data/parts.tsx'
import { showDay, showInstant } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { Secret } from '../ui/forms/secret.tsx'

const { apiKeys } = lyceum.admin

export const ApiKeysPage = listPage({
  title: 'apiKeys',
  actions: (
    <FormDialog
      name="apiKeys.create"
      needs="api-keys:write"
      look="primary"
      to={apiKeys.create}
      fields={['name', 'scopes', 'courseIds', 'expiresAt']}
      result={({ key }, close) => <Secret value={key} close={close} />}
    />
  ),
  list: apiKeys.list,
  filters: { status: apiKeyStatus },
  columns: {
    name: ({ name, publicId }) => <Named name={name} email={`lyc_${publicId}…`} />,
    status: ({ status }) => <Status of={status} />,
    scopes: ({ scopes }) => scopes.length,
    lastUsed: ({ lastUsedAt }) => lastUsedAt && showDay(lastUsedAt),
    ends: ({ endsOn }) => showDay(endsOn),
  },
  more: ({ scopes, createdBy, createdAt }) => ({
    scopes: <Code>{scopes.join(', ')}</Code>,
    actor: <bdi>{createdBy.name}</bdi>,
    created: showInstant(createdAt),
  }),
  buttons: ({ id: apiKeyId, status }) =>
    ['active', 'blocked'].includes(status) && (
      <>
        <FormDialog
          name="apiKeys.rotate"
          to={apiKeys.rotate}
          input={{ apiKeyId }}
          without={['overlapSeconds']}
          result={({ key }, close) => <Secret value={key} close={close} />}
        />
        <ConfirmButton name="apiKeys.revoke" run={() => apiKeys.revoke.mutate({ apiKeyId })} />
      </>
    ),
})
