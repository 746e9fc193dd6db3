import type { Delivery } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { showInstant } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { Code } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { webhookColumns } from './webhooks-page.tsx'

const { webhooks } = lyceum.admin

export function WebhookPage() {
  return (
    <DetailPage
      get={webhooks.get}
      input={({ id }) => ({ webhookId: id })}
      title={({ description }) => description || t('webhooks')}
      actions={(webhook) => <WebhookActions webhook={webhook} />}
      columns={webhookColumns}
      more={({ reason, types, publicKey, replaysToNumber }) => ({
        reason: reason ? nameOf(reason) : undefined,
        events: types?.join(', ') ?? t('webhooks.all'),
        publicKey: publicKey && <Code>{publicKey}</Code>,
        replay: replaysToNumber ?? undefined,
      })}
    >
      {({ id }) => (
        <Section title={t('webhooks.deliveries')}>
          <Deliveries webhookId={id} />
        </Section>
      )}
    </DetailPage>
  )
}

function Deliveries({ webhookId }: { webhookId: string }) {
  return (
    <ListTable
      title="webhooks.deliveries"
      list={webhooks.deliveries}
      input={{ webhookId }}
      filters={{ status: ['waiting', 'delivered', 'failed'], from: 'day', to: 'day' }}
      keyOf={({ eventId }) => eventId}
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
  )
}

const resultOf = ({ answerStatus, failure }: Pick<Delivery, 'answerStatus' | 'failure'>) =>
  answerStatus?.toString() ?? (failure && nameOf(failure))
