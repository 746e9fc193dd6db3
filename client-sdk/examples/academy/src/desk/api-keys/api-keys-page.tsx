import type { ApiKeyScope } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { endOf } from '../kit/days.ts'
import { Choices, CourseField, chosenOf, Field } from '../kit/fields.tsx'
import { ListPage } from '../kit/pages.tsx'
import { Code, Named, Secret, Status } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'

const { apiKeys } = lyceum.admin
const both = <Area extends string>(area: Area) => [`${area}:read`, `${area}:write`] as const
const scopes: ApiKeyScope[] = [
  'catalogue:read',
  'reports:read',
  'events:read',
  'refunds:write',
  ...(['users', 'enrollments', 'money', 'certificates'] as const).flatMap(both),
  ...(['authoring', 'grades', 'learners'] as const).flatMap(both),
]

export function ApiKeysPage() {
  const may = useMay()
  return (
    <ListPage
      title="apiKeys"
      actions={may('api-keys:write') && <CreateKey />}
      list={apiKeys.list}
      filters={{ status: ['active', 'blocked', 'expired', 'revoked'] }}
      more={({ scopes, createdBy, createdAt }) => ({
        scopes: <Code>{scopes.join(', ')}</Code>,
        actor: <bdi>{createdBy.name}</bdi>,
        created: showInstant(createdAt),
      })}
      buttons={(key) => ['active', 'blocked'].includes(key.status) && <KeyActions id={key.id} />}
      columns={{
        name: ({ name, publicId }) => <Named name={name} email={`lyc_${publicId}…`} />,
        status: ({ status }) => <Status of={status} />,
        scopes: ({ scopes }) => scopes.length,
        lastUsed: ({ lastUsedAt }) => lastUsedAt && showDay(lastUsedAt),
        ends: ({ expiresAt }) => showDay(expiresAt),
      }}
    />
  )
}

const Password = () => <Field name="password" type="password" required />

function CreateKey() {
  return (
    <FormDialog
      name="apiKeys.create"
      look="primary"
      send={({ name = '', password = '', expiresAt, courseIds, ...boxes }) =>
        apiKeys.create.mutate({
          name,
          password,
          scopes: chosenOf(scopes, boxes),
          ...(courseIds && { courseIds: [courseIds] }),
          ...(expiresAt && { expiresAt: endOf(expiresAt) ?? undefined }),
        })
      }
      result={({ key }, close) => <Secret value={key} close={close} />}
    >
      <Field name="name" required />
      <Choices name="scopes" options={scopes} />
      <CourseField name="courseIds" none={t('apiKeys.noCourse')} />
      <Field name="expiresAt" kind="date" />
      <Password />
    </FormDialog>
  )
}

function KeyActions({ id: apiKeyId }: { id: string }) {
  return (
    <>
      <FormDialog
        name="apiKeys.rotate"
        send={({ password = '' }) => apiKeys.rotate.mutate({ apiKeyId, password })}
        result={({ key }, close) => <Secret value={key} close={close} />}
      >
        <Password />
      </FormDialog>
      <ActionButton name="apiKeys.revoke" run={() => apiKeys.revoke.mutate({ apiKeyId })} />
    </>
  )
}
