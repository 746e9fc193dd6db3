import type { Cohort } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { DetailPage, ListTable } from '../../ui/pages.tsx'
import { DeskLink, Named } from '../../ui/parts.tsx'
import { useMay } from '../permissions.ts'
import { reportTable } from '../reports/reports-page.tsx'
import { kinds } from './cohorts-page.tsx'

const { cohorts, reports } = lyceum.admin

export function CohortPage() {
  const mayWrite = useMay()('enrollments:write')
  return (
    <DetailPage
      get={cohorts.get}
      input={({ id }) => ({ cohortId: id })}
      title={({ name }) => name}
      actions={(cohort) => mayWrite && <CohortActions cohort={cohort} />}
      more={({ id, startsAt, endsAt, members, invited }) => ({
        startsAt: startsAt ? showDay(startsAt) : t('cohorts.atOnce'),
        endsAt: endsAt ? showDay(endsAt) : t('desk.never'),
        members,
        invited: <DeskLink to={`/desk/invitations?cohort=${id}`}>{invited}</DeskLink>,
      })}
    >
      {({ id, courses }) => (
        <>
          <Courses key={courses.length} cohortId={id} mayWrite={mayWrite} />
          <Members cohortId={id} mayWrite={mayWrite} />
        </>
      )}
    </DetailPage>
  )
}

function CohortActions({ cohort }: { cohort: Cohort }) {
  const navigate = useNavigate()
  const { id: cohortId } = cohort
  return (
    <>
      <FormDialog
        name="cohorts.change"
        kinds={kinds}
        of={cohort}
        send={(values) => cohorts.update.mutate({ cohortId, ...values })}
      />
      <ConfirmButton
        name="cohorts.delete"
        run={async () => {
          await cohorts.delete.mutate({ cohortId })
          await navigate({ to: '/desk/cohorts' })
        }}
      />
    </>
  )
}

interface PartProps {
  cohortId: string
  mayWrite: boolean
}

/** The courses of a cohort, and how its members do in them. */
function Courses({ cohortId, mayWrite }: PartProps) {
  const add = (
    <FormDialog
      name="cohorts.addCourse"
      kinds={{ course: 'courseId!' }}
      send={({ course }) => cohorts.addCourse.mutate({ cohortId, course })}
    />
  )
  return (
    <Section title={t('cohorts.courses')} actions={mayWrite && add}>
      <ListTable
        {...reportTable}
        href={undefined}
        list={reports.cohort}
        input={{ cohortId }}
        empty={t('cohorts.courses.none')}
        csv={reports.cohortCsv}
        more={({ courseId, title }) => ({
          course: <DeskLink to={`/desk/reports/${courseId}`}>{title}</DeskLink>,
        })}
        buttons={({ courseId }, close) =>
          mayWrite && (
            <ConfirmButton
              name="cohorts.removeCourse"
              run={() => cohorts.removeCourse.mutate({ cohortId, courseId }).then(close)}
            />
          )
        }
      />
    </Section>
  )
}

function Members({ cohortId, mayWrite }: PartProps) {
  const add = (
    <FormDialog
      name="cohorts.addMember"
      kinds={{ user: 'text!' }}
      send={({ user }) => cohorts.addMember.mutate({ cohortId, user })}
      result={({ outcome }) => t(`cohorts.${outcome}`)}
    />
  )
  return (
    <Section title={t('cohorts.members')} actions={mayWrite && add}>
      <ListTable
        title="cohorts.members"
        list={cohorts.members}
        input={{ cohortId }}
        keyOf={({ userId }) => userId}
        columns={{
          learner: (member) => <Named {...member} />,
          added: ({ addedAt }) => showDay(addedAt),
        }}
        more={({ userId, email }) => ({
          learner: <DeskLink to={`/desk/users/${userId}`}>{email}</DeskLink>,
        })}
        buttons={({ userId }, close) =>
          mayWrite && (
            <ConfirmButton
              name="cohorts.removeMember"
              run={() => cohorts.removeMember.mutate({ cohortId, userId }).then(close)}
            />
          )
        }
      />
    </Section>
  )
}
