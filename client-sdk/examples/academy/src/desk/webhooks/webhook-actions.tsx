import type { Webhook, WebhookTest } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Secret } from '../../ui/copy-field.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { nameOf } from '../../ui/names.ts'
import { Code, FactList } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'

const { webhooks } = lyceum.admin

export function WebhookActions({ webhook }: { webhook: Webhook }) {
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
