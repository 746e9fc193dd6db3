import type { Member } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { useMe } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import { ListPage } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { useCourse, useMay } from '../courses/course.ts'

const roles = ['author', 'reviewer', 'grader', 'teacher', 'owner'] as const

export function MembersPage() {
  const course = useCourse()
  const courseId = course.id
  const isOwner = useMay(course)('own')
  const add = (
    <FormDialog
      name="members.add"
      look="primary"
      kinds={{ email: 'email!', role: roles, cohorts: 'list' }}
      send={({ cohorts: names, ...member }) => {
        const cohorts = names.length > 0 ? names : undefined
        return lyceum.members.add.mutate({ courseId, ...member, cohorts })
      }}
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
        actions: (member) => <RemoveMember member={member} isOwner={isOwner} />,
      }}
    />
  )
}

function RemoveMember({ member: { user }, isOwner }: { member: Member; isOwner: boolean }) {
  const { id: courseId } = useCourse()
  const navigate = useNavigate()
  const isSelf = useMe()?.id === user.id
  if (!isOwner && !isSelf) return null
  const name = isSelf ? 'members.leave' : 'members.remove'
  return (
    <ConfirmButton
      name={name}
      look="quiet"
      text={t(`${name}Text`, user)}
      run={async () => {
        await lyceum.members.remove.mutate({ courseId, userId: user.id })
        if (isSelf) await navigate({ to: '/studio' })
      }}
    />
  )
}
