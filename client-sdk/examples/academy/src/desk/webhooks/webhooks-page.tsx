import type { Webhook } from '@lyceum/sdk'
import { eventTypes } from '@lyceum/sdk/webhooks'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Secret } from '../../ui/copy-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { ListPage, type TableOptions } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { useMay } from '../permissions.ts'

const { webhooks } = lyceum.admin

export const webhookColumns: TableOptions<Webhook>['columns'] = {
  url: ({ url, description }) => <Named name={url} email={description} />,
  status: ({ status, failingSince }) => (
    <Status of={status === 'active' && failingSince ? 'failing' : status} />
  ),
  events: ({ types }) => types?.length ?? t('webhooks.all'),
  created: ({ createdAt }) => showDay(createdAt),
}

const create = (
  <FormDialog
    name="webhooks.create"
    look="primary"
    kinds={{ url: 'url!', description: 'text', events: { anyOf: eventTypes } }}
    send={({ url, description, events }) => {
      const types = events.length > 0 ? events : null
      return webhooks.create.mutate({ url, description: description ?? '', types })
    }}
    result={({ secret }, close) => <Secret value={secret} close={close} />}
  />
)

export function WebhooksPage() {
  const may = useMay()
  return (
    <ListPage
      title="webhooks"
      actions={may('webhooks:write') && create}
      list={webhooks.list}
      href={({ id }) => `/desk/webhooks/${id}`}
      columns={webhookColumns}
    />
  )
}
