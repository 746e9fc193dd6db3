import { mailStatus } from '@lyceum/sdk/values'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { listPage } from '../ui/data/pages.tsx'
import { Code, DeskLink, Status } from '../ui/data/parts.tsx'
import { showInstant } from '../ui/format.ts'

const { mails } = lyceum.admin

export const MailsPage = listPage({
  title: 'mails',
  list: mails.list,
  filters: { user: 'person', status: mailStatus, from: 'day', to: 'day' },
  more: ({ userId, failure, endedAt, repeatable }) => ({
    user: userId && <DeskLink to={`/desk/users/${userId}`}>{t('mails.account')}</DeskLink>,
    reason: failure ?? undefined,
    ended: endedAt && showInstant(endedAt),
    again: repeatable ? undefined : t('mails.notRepeatable'),
  }),
  buttons: ({ id: mailId, repeatable }, close) =>
    repeatable && (
      <ActionButton name="mails.resend" run={() => mails.resend.mutate({ mailId }).then(close)} />
    ),
  columns: {
    kind: ({ kind }) => <Code>{kind}</Code>,
    status: ({ status }) => <Status of={status} />,
    attempts: ({ attempts }) => attempts,
    created: ({ createdAt }) => showInstant(createdAt),
  },
})
