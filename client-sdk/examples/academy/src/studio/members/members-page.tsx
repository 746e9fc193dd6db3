import type { Member } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { useCourse, useMay } from '../courses/course.ts'
import { FormDialog } from '../form-dialog.tsx'
import { ListTable, Person } from '../table.tsx'

const roles = ['author', 'reviewer', 'grader', 'teacher', 'owner'] as const

/** Who works on the course, and as what. */
export function MembersPage() {
  const course = useCourse()
  const isOwner = useMay(course)('own')
  const query = useInfiniteQuery(infiniteQueryOptions(lyceum.members.list, { courseId: course.id }))
  return (
    <Page
      title={t('studio.members')}
      lead={t('members.lead')}
      actions={isOwner && <AddMember courseId={course.id} />}
    >
      <ListTable
        query={query}
        empty={t('members.none')}
        label={t('studio.members')}
        keyOf={({ user }) => user.id}
        columns={{
          [t('name')]: ({ user }) => <Person name={user.name} email={user.email} />,
          [t('role')]: ({ role, cohorts }) => (
            <>
              {t(`member.${role}`)}
              {cohorts && <bdi> ({cohorts.map(({ name }) => name).join(', ')})</bdi>}
            </>
          ),
          [t('members.since')]: ({ addedAt }) => showDay(addedAt),
          [t('actions')]: (member) => <RemoveMember member={member} isOwner={isOwner} />,
        }}
      />
    </Page>
  )
}

function AddMember({ courseId }: { courseId: string }) {
  return (
    <FormDialog
      label={t('members.add')}
      title={t('members.add')}
      submit={t('members.add')}
      look="primary"
      done={t('members.added')}
      intro={t('members.addText')}
      kinds={{ email: 'text!', role: roles, cohorts: 'list' }}
      onSubmit={({ cohorts, ...member }) =>
        lyceum.members.add.mutate({ courseId, ...member, ...(cohorts.length > 0 && { cohorts }) })
      }
    />
  )
}

function RemoveMember({ member: { user }, isOwner }: { member: Member; isOwner: boolean }) {
  const { id: courseId } = useCourse()
  const navigate = useNavigate()
  const isSelf = useMe()?.id === user.id
  if (!isOwner && !isSelf) return null
  const name = t(isSelf ? 'members.leave' : 'members.remove')
  return (
    <ConfirmButton
      label={name}
      look="quiet"
      text={t(isSelf ? 'members.leaveText' : 'members.removeText', { name: user.name })}
      onConfirm={async () => {
        await lyceum.members.remove.mutate({ courseId, userId: user.id })
        if (isSelf) await navigate({ to: '/studio' })
      }}
    />
  )
}
