import type { Webhook } from '@lyceum/sdk'
import { eventTypes } from '@lyceum/sdk/webhooks'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { FormDialog } from '../../ui/actions.tsx'
import type { FormValues } from '../../ui/form.tsx'
import { showDay } from '../../ui/format.ts'
import { Choices, chosenOf, Field } from '../kit/fields.tsx'
import { ListPage, type TableOptions } from '../kit/pages.tsx'
import { Named, Secret, Status } from '../kit/parts.tsx'
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

export function WebhooksPage() {
  const may = useMay()
  return (
    <ListPage
      title="webhooks"
      actions={may('webhooks:write') && <CreateWebhook />}
      list={webhooks.list}
      href={({ id }) => `/desk/webhooks/${id}`}
      columns={webhookColumns}
    />
  )
}

function CreateWebhook() {
  return (
    <FormDialog
      name="webhooks.create"
      look="primary"
      send={(values) => webhooks.create.mutate(webhookOf(values))}
      result={({ secret }, close) => <Secret value={secret} close={close} />}
    >
      <Field name="url" type="url" required />
      <Field name="description" />
      <Choices name="events" options={eventTypes} />
    </FormDialog>
  )
}

function webhookOf({ url = '', description = '', ...boxes }: FormValues) {
  const types = chosenOf(eventTypes, boxes)
  return { url, description, types: types.length > 0 ? types : null }
}
