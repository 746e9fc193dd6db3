import type { Delivery, Webhook, WebhookTest } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Secret } from '../../ui/copy-field.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showInstant } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { Code, FactList } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
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

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const navigate = useNavigate()
  const { id: webhookId, revision, status } = webhook
  const change = { webhookId, revision }
  const remove = async () => {
    await webhooks.delete.mutate({ webhookId })
    await navigate({ to: '/desk/webhooks' })
  }
  return (
    <>
      <FormDialog
        name="webhooks.test"
        send={() => webhooks.test.mutate({ webhookId })}
        result={(test) => <TestResult test={test} />}
      />
      <FormDialog
        name="webhooks.replay"
        kinds={{ since: 'start!' }}
        send={({ since }) => webhooks.replay.mutate({ webhookId, fromTime: since })}
        result={({ fromNumber, toNumber }) =>
          t('webhooks.replays', { from: fromNumber, to: toNumber })
        }
      />
      <FormDialog
        name="webhooks.rotate"
        send={() => webhooks.rotateSecret.mutate({ webhookId })}
        result={({ secret }, close) => <Secret value={secret} close={close} />}
      />
      {status === 'active' ? (
        <ConfirmButton
          name="webhooks.disable"
          run={() => webhooks.update.mutate({ ...change, status: 'disabled' })}
        />
      ) : (
        <ActionButton
          name="webhooks.enable"
          run={() => webhooks.update.mutate({ ...change, status: 'active' })}
        />
      )}
      <ConfirmButton name="webhooks.delete" run={remove} />
    </>
  )
}

function TestResult({ test }: { test: WebhookTest }) {
  const { delivered, answerStatus, answer, failure, advice } = test
  return (
    <FactList
      of={{
        status: <Status of={delivered ? 'delivered' : 'failed'} />,
        result: answerStatus?.toString() ?? (failure && nameOf(failure)),
        answer: answer && <Code>{answer}</Code>,
        advice: advice ?? undefined,
      }}
    />
  )
}
