import type { SentMail } from '@lyceum/sdk'
import { mailKind, mailStatus } from '@lyceum/sdk/staff-values'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { ActionButton } from '../ui/button.tsx'
import { listPage, type TableOptions } from '../ui/data/pages.tsx'
import { Status } from '../ui/data/parts.tsx'
import { Thing } from '../ui/data/records.tsx'
import { showInstant } from '../ui/format.ts'
import { nameOf } from '../ui/names.ts'
import { picks } from '../ui/picks/picks.tsx'

const { mails } = lyceum.admin

export const mailTable: TableOptions<SentMail> = {
  title: 'mails',
  more: ({ failure, endedAt, repeatable }) => ({
    reason: failure ?? undefined,
    ended: endedAt && showInstant(endedAt),
    again: repeatable ? undefined : t('mails.notRepeatable'),
  }),
  buttons: ({ id: mailId, repeatable }, close) =>
    repeatable && (
      <ActionButton
        name="mails.resend"
        needs="work:write"
        run={() => mails.resend.mutate({ mailId }).then(close)}
      />
    ),
  columns: {
    kind: ({ kind }) => nameOf(kind, 'kind'),
    person: ({ userId, names }) => userId && <Thing id={userId} names={names} />,
    status: ({ status }) => <Status of={status} />,
    attempts: ({ attempts }) => attempts,
    created: ({ createdAt }) => showInstant(createdAt),
  },
}

export const MailsPage = listPage({
  ...mailTable,
  list: mails.list,
  filters: { user: picks.person, kind: mailKind, status: mailStatus, from: 'day', to: 'day' },
})
