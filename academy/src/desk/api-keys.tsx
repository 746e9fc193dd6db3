import { apiKeyScope, apiKeyStatus } from '@lyceum/sdk/values'
import { lyceum } from '../lyceum.ts'
import { Proof, proofOf } from '../session/proof.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { Code, Named } from '../ui/data/parts.tsx'
import { Status } from '../ui/data/status.tsx'
import { showDay, showInstant } from '../ui/format.ts'
import { Secret } from '../ui/forms/copy-field.tsx'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { given } from '../ui/forms/fields.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'

const { apiKeys } = lyceum.admin
const kinds = {
  name: 'text!',
  scopes: { anyOf: apiKeyScope },
  courseIds: 'courseId',
  expiresAt: 'date',
} as const

export const ApiKeysPage = listPage({
  title: 'apiKeys',
  actions: (
    <FormDialog
      name="apiKeys.create"
      needs="api-keys:write"
      look="primary"
      kinds={kinds}
      send={({ courseIds: course, ...key }, typed) => {
        const courseIds = course ? [course] : undefined
        return apiKeys.create.mutate({ ...given(key), courseIds, ...proofOf(typed) })
      }}
      result={({ key }, close) => <Secret value={key} close={close} />}
    >
      <Proof />
    </FormDialog>
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
          send={(_, typed) => apiKeys.rotate.mutate({ apiKeyId, ...proofOf(typed) })}
          result={({ key }, close) => <Secret value={key} close={close} />}
        >
          <Proof />
        </FormDialog>
        <ConfirmButton name="apiKeys.revoke" run={() => apiKeys.revoke.mutate({ apiKeyId })} />
      </>
    ),
})
