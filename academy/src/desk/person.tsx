import type { AdminPermission, UserDetails } from '@lyceum/sdk'
import type { ReactNode } from 'react'
import { lyceum } from '../lyceum.ts'
import { useMay, useMe } from '../session/session.ts'
import { findText, type TextKey, t } from '../texts/texts.ts'
import { ProgressBar } from '../ui/bits.tsx'
import { ActionButton } from '../ui/button.tsx'
import { Read } from '../ui/data/loaded.tsx'
import { detailPage, ListTable } from '../ui/data/pages.tsx'
import { FactList, Status, Tabs } from '../ui/data/parts.tsx'
import { showDay, showInstant, showLanguage } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { nameOf } from '../ui/names.ts'
import { Panel } from '../ui/page.tsx'
import { auditTable } from './audit.tsx'
import { certificateTable } from './certificates/certificates.tsx'
import { cohortTable } from './cohorts.tsx'
import { enrollmentTable } from './enrollments.tsx'
import { invitationTable } from './invitations.tsx'
import { mailTable } from './mails.tsx'
import { transactionTable } from './transactions.tsx'
import { userTable } from './users.tsx'

const { cohorts, invitations, reports, users } = lyceum.admin
const { learners } = lyceum

/** The name is the title of the page. */
const { name: _name, ...facts } = userTable.columns

export const UserPage = detailPage({
  get: users.get,
  input: ({ id }) => ({ userId: id }),
  title: ({ name }) => name,
  actions: (user) => <Actions {...user} />,
  columns: { email: ({ email }) => <bdi className="break-all">{email}</bdi>, ...facts },
  more: ({ suspension, language, signsInWith, secondFactors, terms: [terms] }) => ({
    reason: suspension?.reason,
    mailLanguage: showLanguage(language),
    signsInWith: signsInWith.map((one) => nameOf(one)).join(', '),
    factors: secondFactors || undefined,
    terms: terms && `${terms.version} · ${showInstant(terms.acceptedAt)}`,
  }),
  children: (user) => (
    <>
      <Access {...user} />
      <Lists {...user} />
    </>
  ),
})

/** What keeps the person out, and beside each what helps. */
function Access(user: UserDetails) {
  const { canSignIn, reasons } = user.access
  const help = useHelp(user)
  return (
    <Panel className="mb-8">
      <h2 className="text-lg font-semibold">{t('access.title')}</h2>
      {canSignIn && reasons.every(({ code }) => code !== 'locked') && (
        <p className="mt-1">{t('access.yes')}</p>
      )}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {reasons.map((reason) => (
          <li
            key={reason.code}
            className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0"
          >
            <div className="min-w-0">
              <p className={reason.blocks ? 'font-medium text-bad' : 'font-medium'}>
                {t(`access.${reason.code}`)}
              </p>
              <p className="text-sm text-muted">{factsOf(reason)}</p>
            </div>
            <div className="flex flex-wrap gap-2">{help[reason.code]}</div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type Reason = UserDetails['access']['reasons'][number]

function factsOf({ code, blocks, count, since, until, detail }: Reason): string {
  const at = since && showInstant(since)
  const day = until && showDay(until)
  return [
    count !== null && t(code === 'invited' ? 'access.places' : 'access.times', { count }),
    at && t(blocks ? 'access.since' : 'access.last', { at }),
    day && t(code === 'unverified' ? 'access.kept' : 'access.until', { at: day }),
    detail,
  ]
    .filter(Boolean)
    .join(' · ')
}

const useIsOther = (userId: string) => userId !== useMe()?.id

/** What helps against each reason. */
function useHelp({ id: userId, mayChange }: UserDetails): { [Code in Reason['code']]?: ReactNode } {
  const may = useMay()
  const isOther = useIsOther(userId)
  if (!may('users:write')) return {}
  const link = mayChange && <PasswordLink userId={userId} />
  return {
    suspended: mayChange && (
      <ActionButton name="users.reinstate" run={() => users.reinstate.mutate({ userId })} />
    ),
    unverified: (
      <>
        <ActionButton name="users.resend" run={() => users.resendVerification.mutate({ userId })} />
        {mayChange && isOther && (
          <FormDialog
            name="users.verify"
            needs="sign-ins:write"
            to={users.verify}
            input={{ userId }}
          />
        )}
      </>
    ),
    'no-sign-in': link,
    'wrong-password': link,
    'wrong-code': link,
    'wrong-second-factor': isOther && <RemoveFactors userId={userId} />,
  }
}

const PasswordLink = ({ userId }: { userId: string }) => (
  <ConfirmButton
    name="users.mailLink"
    look="normal"
    run={() => users.mailPasswordLink.mutate({ userId })}
  />
)

const RemoveFactors = ({ userId }: { userId: string }) => (
  <FormDialog
    name="users.removeFactors"
    needs="roles:write"
    look="danger"
    to={users.removeSecondFactors}
    input={{ userId }}
  />
)

function Actions(user: UserDetails) {
  const may = useMay()
  const { id: userId, mayChange, suspendedAt, secondFactors } = user
  const isOther = useIsOther(userId)
  const input = { userId }
  return (
    <>
      <FormDialog
        name="users.enroll"
        needs="enrollments:write"
        look="primary"
        to={learners.enroll}
        input={{ user: userId }}
        fields={['courseId', 'endsAt', 'cohort', 'waive']}
        result={({ outcome }) => t(`enrollments.${outcome}`)}
      />
      {may('users:write') && mayChange && (
        <>
          {suspendedAt === null && <PasswordLink userId={userId} />}
          <FormDialog
            name="users.rename"
            to={users.rename}
            input={input}
            fields={['name']}
            of={user}
          />
          {isOther && (
            <FormDialog
              name="users.changeEmail"
              needs="sign-ins:write"
              to={users.changeEmail}
              input={input}
              fields={['newEmail']}
            />
          )}
        </>
      )}
      <FormDialog
        name="users.setRole"
        needs="roles:write"
        to={users.setRole}
        input={input}
        fields={['role']}
        defaults={user}
      />
      {secondFactors > 0 && isOther && <RemoveFactors userId={userId} />}
      {mayChange && suspendedAt === null && isOther && (
        <FormDialog
          name="users.suspend"
          needs="users:write"
          look="danger"
          to={users.suspend}
          input={input}
          fields={['reason']}
        />
      )}
      {isOther && (
        <FormDialog
          name="users.erase"
          needs="roles:write"
          look="danger"
          to={users.erase}
          input={input}
          fields={['email']}
          labels={{ email: 'emailAgain' }}
          intro={<Erasure userId={userId} />}
          leadsTo={() => '/desk/users'}
        />
      )}
    </>
  )
}

/** What an erasure would do. */
function Erasure({ userId }: { userId: string }) {
  return (
    <>
      <p className="mb-3">{t('users.erase.text')}</p>
      <Read of={users.foretellErasure} input={{ userId }} staleTime={0}>
        {({ enrollments, invitations, unpaid, purchases, certificates, apiKeys, ownerless }) => (
          <FactList
            of={{
              erasedCourses: enrollments,
              erasedInvitations: invitations || undefined,
              erasedUnpaid: unpaid || undefined,
              erasedKeys: apiKeys || undefined,
              keptCertificates: certificates,
              keptPurchases: purchases,
              ownerless: ownerless.map(({ title }) => title).join(', ') || undefined,
            }}
          />
        )}
      </Read>
    </>
  )
}

const { learner: _ofEnrollment, ...enrollmentColumns } = enrollmentTable.columns
const { person: _ofMail, ...mailColumns } = mailTable.columns
const { person: _ofEntry, ...auditColumns } = auditTable.columns

/** Shows one list of an account at a time, because reading purchases is recorded. */
function Lists({ id: userId, email, mayChange, counts }: UserDetails) {
  const may = useMay()
  const of = { input: { userId } }
  const tab = (title: TextKey, count: number, table: ReactNode, needs?: AdminPermission) =>
    may(needs) && { title: `${findText(title)} (${count})`, content: () => table }
  return (
    <Tabs
      tabs={[
        tab(
          'enrollments',
          counts.enrollments,
          <ListTable
            {...{ ...enrollmentTable, columns: enrollmentColumns, ...of }}
            list={users.enrollments}
          />,
          'enrollments:read',
        ),
        tab(
          'cohorts',
          counts.cohorts,
          <ListTable {...cohortTable} input={{ user: userId }} list={cohorts.list} />,
          'enrollments:read',
        ),
        tab(
          'invitations',
          counts.invitations,
          <ListTable {...invitationTable} input={{ email }} list={invitations.list} />,
          'enrollments:read',
        ),
        may('reports:read') && {
          title: t('field.progress'),
          content: () => (
            <ListTable
              title="field.progress"
              list={reports.learner}
              input={{ userId }}
              csv={reports.learnerCsv}
              keyOf={({ courseId }) => courseId}
              href={({ courseId }) => `/desk/enrollments/${userId}/${courseId}`}
              columns={{
                course: ({ title }) => <bdi>{title}</bdi>,
                status: ({ status }) => <Status of={status} />,
                progress: ({ percent, title }) => <ProgressBar percent={percent} label={title} />,
                began: ({ enrolledAt }) => showDay(enrolledAt),
                lastActivity: ({ lastActivityAt: at }) => at && showDay(at),
                completedOn: ({ completedAt: at }) => at && showDay(at),
              }}
            />
          ),
        },
        tab(
          'mails',
          counts.mails,
          <>
            <p className="mb-4 text-muted">{t('users.mails.hint')}</p>
            <ListTable {...{ ...mailTable, columns: mailColumns, ...of }} list={users.mails} />
          </>,
        ),
        tab(
          'transactions',
          counts.purchases,
          <ListTable {...transactionTable} {...of} list={users.purchases} />,
          'money:read',
        ),
        tab(
          'field.certificates',
          counts.certificates,
          <ListTable {...certificateTable} {...of} list={users.certificates} />,
          'certificates:read',
        ),
        tab(
          'sessions',
          counts.sessions,
          <Sessions userId={userId} mayEnd={mayChange && may('users:write')} />,
        ),
        {
          title: t('audit'),
          content: () => (
            <ListTable {...{ ...auditTable, columns: auditColumns, ...of }} list={users.audit} />
          ),
        },
      ]}
    />
  )
}

function Sessions({ userId, mayEnd }: { userId: string; mayEnd: boolean }) {
  return (
    <ListTable
      title="sessions"
      list={users.sessions}
      input={{ userId }}
      actions={
        mayEnd && (
          <ConfirmButton name="sessions.endAll" run={() => users.endSessions.mutate({ userId })} />
        )
      }
      columns={{
        device: ({ device }) => device && <bdi>{device}</bdi>,
        ip: ({ ip }) => ip,
        created: ({ createdAt }) => showInstant(createdAt),
        lastUsed: ({ lastUsedAt }) => showInstant(lastUsedAt),
      }}
      buttons={({ id: sessionId }, close) =>
        mayEnd && (
          <ActionButton
            name="sessions.endOne"
            run={() => users.endSession.mutate({ userId, sessionId }).then(close)}
          />
        )
      }
    />
  )
}
