import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/button.tsx'
import { ListPage, ListTable } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { showDay } from '../../ui/format.ts'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { nameOf } from '../../ui/names.ts'
import { picks } from '../../ui/picks/picks.tsx'
import { useCourse } from '../courses/course.ts'
import { OwnProfile } from './own-profile.tsx'

export function MembersPage() {
  const { courseId, may } = useCourse()
  const me = useMe()
  const isOwner = may('own')
  const add = (
    <FormDialog
      name="members.add"
      look="primary"
      to={lyceum.members.add}
      input={{ courseId }}
      fields={['email', 'role', 'cohorts']}
      looks={{ email: { Field: picks.personEmail } }}
      labels={{ email: 'user' }}
    />
  )
  return (
    <ListPage
      title="studio.members"
      actions={isOwner && add}
      list={lyceum.members.list}
      input={{ courseId }}
      keyOf={({ user }) => user.id}
      columns={{
        name: ({ user }) => <Named {...user} />,
        role: ({ role, cohorts }) => (
          <>
            {nameOf(role)}
            {cohorts && <bdi> ({cohorts.map(({ name }) => name).join(', ')})</bdi>}
          </>
        ),
        added: ({ addedAt }) => showDay(addedAt),
        actions: ({ user }) => {
          const isSelf = user.id === me?.id
          const name = isSelf ? 'members.leave' : 'members.remove'
          return (
            (isOwner || isSelf) && (
              <ConfirmButton
                name={name}
                look="quiet"
                text={t(`${name}Text`, user)}
                run={() => lyceum.members.remove.mutate({ courseId, userId: user.id })}
                leadsTo={isSelf ? () => '/studio' : undefined}
              />
            )
          )
        },
      }}
    >
      <OwnProfile courseId={courseId} />
      {isOwner && <Programs courseId={courseId} />}
    </ListPage>
  )
}

/** Programs of others that have the course, and whether they may. */
function Programs({ courseId }: { courseId: string }) {
  return (
    <ListTable
      isSection
      title="consents"
      list={lyceum.consents.list}
      input={{ courseId }}
      keyOf={({ programId }) => programId}
      columns={{
        programId: ({ slug }) => <bdi>{slug}</bdi>,
        status: ({ allowed }) => t(allowed ? 'consents.given' : 'consents.notGiven'),
        at: ({ decidedAt }) => decidedAt && showDay(decidedAt),
        actions: ({ programId, allowed }) => (
          <ActionButton
            name={allowed ? 'consents.withdraw' : 'consents.give'}
            look="quiet"
            run={() => lyceum.consents.decide.mutate({ courseId, programId, allowed: !allowed })}
          />
        ),
      }}
    />
  )
}
