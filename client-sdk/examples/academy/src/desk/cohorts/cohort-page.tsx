import type { Cohort } from '@lyceum/sdk'
import { useNavigate } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, FormDialog } from '../../ui/actions.tsx'
import { showDay } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import { CourseField, Field } from '../kit/fields.tsx'
import { DetailPage, ListTable } from '../kit/pages.tsx'
import { DeskLink, Named } from '../kit/parts.tsx'
import { useMay } from '../permissions.ts'
import { reportTable } from '../reports/reports-page.tsx'
import { CohortFields, cohortOf } from './cohorts-page.tsx'

const { cohorts, reports } = lyceum.admin

export function CohortPage() {
  const may = useMay()
  return (
    <DetailPage
      get={cohorts.get}
      input={({ id }) => ({ cohortId: id })}
      title={({ name }) => name}
      actions={(cohort) => may('enrollments:write') && <CohortActions cohort={cohort} />}
      more={({ id, startsAt, endsAt, members, invited }) => ({
        startsAt: startsAt ? showDay(startsAt) : t('cohorts.atOnce'),
        endsAt: endsAt ? showDay(endsAt) : t('desk.never'),
        members,
        invited: <DeskLink to={`/desk/invitations?cohort=${id}`}>{invited}</DeskLink>,
      })}
    >
      {({ id, courses }) => (
        <>
          <Courses cohortId={id} courses={courses} />
          <Members cohortId={id} />
        </>
      )}
    </DetailPage>
  )
}

function CohortActions({ cohort }: { cohort: Cohort }) {
  const navigate = useNavigate()
  const { id: cohortId } = cohort
  const remove = async () => {
    await cohorts.delete.mutate({ cohortId })
    await navigate({ to: '/desk/cohorts' })
  }
  return (
    <>
      <FormDialog
        name="cohorts.change"
        send={(values) => cohorts.update.mutate({ cohortId, ...cohortOf(values) })}
      >
        <CohortFields cohort={cohort} />
      </FormDialog>
      <ActionButton name="cohorts.delete" run={remove} />
    </>
  )
}

/** The courses of a cohort, and how its members do in them. */
function Courses({ cohortId, courses }: { cohortId: string; courses: Cohort['courses'] }) {
  const may = useMay()
  const isMine = may('enrollments:write')
  const add = (
    <FormDialog
      name="cohorts.addCourse"
      send={({ course = '' }) => cohorts.addCourse.mutate({ cohortId, course })}
    >
      <CourseField />
    </FormDialog>
  )
  return (
    <Section title={t('cohorts.courses')} actions={isMine && add}>
      <ListTable
        {...{ ...reportTable, href: undefined }}
        list={reports.cohort}
        input={{ cohortId }}
        key={courses.length}
        empty={t('cohorts.noCourses')}
        csv={reports.cohortCsv}
        more={({ courseId, title }) => ({
          course: <DeskLink to={`/desk/reports/${courseId}`}>{title}</DeskLink>,
        })}
        buttons={({ courseId }, close) =>
          isMine && (
            <ActionButton
              name="cohorts.removeCourse"
              run={() => cohorts.removeCourse.mutate({ cohortId, courseId }).then(close)}
            />
          )
        }
      />
    </Section>
  )
}

function Members({ cohortId }: { cohortId: string }) {
  const may = useMay()
  const isMine = may('enrollments:write')
  const add = (
    <FormDialog
      name="cohorts.addMember"
      send={({ user = '' }) => cohorts.addMember.mutate({ cohortId, user })}
      result={({ outcome }) => t(`cohorts.${outcome}`)}
    >
      <Field name="user" required />
    </FormDialog>
  )
  return (
    <Section title={t('cohorts.members')} actions={isMine && add}>
      <ListTable
        title="cohorts.members"
        list={cohorts.members}
        input={{ cohortId }}
        keyOf={({ userId }) => userId}
        empty={t('cohorts.noMembers')}
        columns={{
          learner: (member) => <Named {...member} />,
          added: ({ addedAt }) => showDay(addedAt),
        }}
        more={({ userId, email }) => ({
          learner: <DeskLink to={`/desk/users/${userId}`}>{email}</DeskLink>,
        })}
        buttons={({ userId }, close) =>
          isMine && (
            <ActionButton
              name="cohorts.removeMember"
              run={() => cohorts.removeMember.mutate({ cohortId, userId }).then(close)}
            />
          )
        }
      />
    </Section>
  )
}
