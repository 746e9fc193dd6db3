import type { Delivery, Webhook, WebhookTest } from '@lyceum/sdk'
import { deliveryStatus } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { detailPage, ListTable, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Code, FactList, Named, Status } from '../ui/data/parts.tsx'
import { showDay, showInstant } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { Secret } from '../ui/forms/secret.tsx'
import { nameOf } from '../ui/names.ts'

const { webhooks } = lyceum.admin

const webhookTable: TableOptions<Webhook> = {
  title: 'webhooks',
  href: ({ id }) => `/desk/webhooks/${id}`,
  columns: {
    url: ({ url, description }) => <Named name={url} email={description} />,
    status: ({ status, failingSince }) => (
      <Status of={status === 'active' && failingSince ? 'failing' : status} />
    ),
    events: ({ types }) => types?.length ?? t('webhooks.all'),
    created: ({ createdAt }) => showDay(createdAt),
  },
}

export const WebhooksPage = listPage({
  ...webhookTable,
  actions: (
    <FormDialog
      name="webhooks.create"
      needs="webhooks:write"
      look="primary"
      to={webhooks.create}
      fields={['url', 'description', 'types']}
      labels={{ types: 'events' }}
      result={({ secret }, close) => <Secret value={secret} close={close} />}
    />
  ),
  list: webhooks.list,
})

export const WebhookPage = detailPage({
  get: webhooks.get,
  input: ({ id }) => ({ webhookId: id }),
  title: ({ url, description }) => description || new URL(url).host,
  actions: (webhook) => <WebhookActions {...webhook} />,
  columns: webhookTable.columns,
  more: ({ reason, types, publicKey, replaysToNumber }) => ({
    reason: reason ? nameOf(reason) : undefined,
    events: types?.join(', ') ?? t('webhooks.all'),
    publicKey: publicKey && <Code>{publicKey}</Code>,
    replay: replaysToNumber ?? undefined,
  }),
  children: ({ id: webhookId }) => (
    <ListTable
      isSection
      title="webhooks.deliveries"
      list={webhooks.deliveries}
      input={{ webhookId }}
      filters={{ status: deliveryStatus, from: 'day', to: 'day' }}
      refetchInterval={(deliveries) => deliveries.some(isDue) && 2_000}
      more={({ eventId, number, answer, milliseconds, dueAt }) => ({
        code: <Code>{eventId}</Code>,
        number,
        answer: answer && <Code>{answer}</Code>,
        milliseconds,
        nextTry: dueAt && showInstant(dueAt),
      })}
      buttons={({ eventId }) => (
        <ActionButton
          name="webhooks.redeliver"
          run={() => webhooks.redeliver.mutate({ webhookId, eventId })}
        />
      )}
      columns={{
        event: ({ type }) => <Code>{type}</Code>,
        status: ({ status }) => <Status of={status} />,
        result: resultOf,
        attempts: ({ attempts }) => attempts,
        tried: ({ attemptedAt }) => attemptedAt && showInstant(attemptedAt),
      }}
    />
  ),
})

/** Whether it is sent any moment. */
const isDue = ({ status, dueAt }: Delivery) =>
  status === 'waiting' && dueAt !== null && Date.parse(dueAt) <= Date.now()

const resultOf = ({ answerStatus, failure }: Delivery | WebhookTest) =>
  answerStatus?.toString() ?? (failure && nameOf(failure))

function WebhookActions(webhook: Webhook) {
  const { id: webhookId, revision, status } = webhook
  const isActive = status === 'active'
  return (
    <>
      <FormDialog
        name="webhooks.test"
        to={webhooks.test}
        input={{ webhookId }}
        result={(test) => (
          <FactList
            of={{
              status: <Status of={test.delivered ? 'delivered' : 'failed'} />,
              result: resultOf(test),
              answer: test.answer && <Code>{test.answer}</Code>,
              advice: test.advice ?? undefined,
            }}
          />
        )}
      />
      <FormDialog
        name="webhooks.change"
        to={webhooks.update}
        input={{ webhookId, revision }}
        fields={['url', 'description', 'types']}
        labels={{ types: 'events' }}
        without={['status']}
        of={webhook}
      />
      <FormDialog
        name="webhooks.replay"
        to={webhooks.replay}
        input={{ webhookId }}
        fields={['fromTime']}
        without={['fromNumber', 'toNumber']}
        labels={{ fromTime: 'since' }}
        result={({ fromNumber, toNumber }) =>
          t('webhooks.replays', { from: fromNumber, to: toNumber })
        }
      />
      <FormDialog
        name="webhooks.rotate"
        to={webhooks.rotateSecret}
        input={{ webhookId }}
        without={['overlapSeconds']}
        result={({ secret }, close) => <Secret value={secret} close={close} />}
      />
      <FormDialog
        name={isActive ? 'webhooks.disable' : 'webhooks.enable'}
        look={isActive ? 'danger' : 'normal'}
        to={webhooks.update}
        input={{ webhookId, revision, status: isActive ? 'disabled' : 'active' }}
        without={['url', 'description', 'types']}
      />
      <ConfirmButton
        name="webhooks.delete"
        run={() => webhooks.delete.mutate({ webhookId })}
        leadsTo={() => '/desk/webhooks'}
      />
    </>
  )
}
