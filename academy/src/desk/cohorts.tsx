import type { CohortSummary } from '@lyceum/sdk'
import { lyceum } from '../lyceum.ts'
import { t } from '../texts/texts.ts'
import { detailPage, ListTable, listPage, type TableOptions } from '../ui/data/pages.tsx'
import { DeskLink, Named } from '../ui/data/parts.tsx'
import { showDay } from '../ui/format.ts'
import { ConfirmButton } from '../ui/forms/dialog.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { reportTable } from './reports.tsx'

const { cohorts, reports } = lyceum.admin
const fields = ['name', 'startsAt', 'endsAt'] as const
const needs = 'enrollments:write'

export const cohortTable: TableOptions<CohortSummary> = {
  title: 'cohorts',
  href: ({ id }) => `/desk/cohorts/${id}`,
  columns: {
    name: ({ name }) => <Named name={name} />,
    startsAt: ({ startsOn }) => startsOn && showDay(startsOn),
    endsAt: ({ endsOn }) => endsOn && showDay(endsOn),
    created: ({ createdAt }) => showDay(createdAt),
  },
}

export const CohortsPage = listPage({
  ...cohortTable,
  actions: (
    <FormDialog
      name="cohorts.create"
      needs={needs}
      look="primary"
      to={cohorts.create}
      fields={fields}
      leadsTo={({ id }) => `/desk/cohorts/${id}`}
    />
  ),
  list: cohorts.list,
})

export const CohortPage = detailPage({
  get: cohorts.get,
  input: ({ id }) => ({ cohortId: id }),
  title: ({ name }) => name,
  actions: (cohort) => (
    <>
      <FormDialog
        name="cohorts.change"
        needs={needs}
        to={cohorts.update}
        input={{ cohortId: cohort.id }}
        fields={fields}
        of={{ ...cohort, startsAt: cohort.startsOn, endsAt: cohort.endsOn }}
      />
      <ConfirmButton
        name="cohorts.delete"
        needs={needs}
        run={() => cohorts.delete.mutate({ cohortId: cohort.id })}
        leadsTo={() => '/desk/cohorts'}
      />
    </>
  ),
  more: ({ id, startsOn, endsOn, members, invited }) => ({
    startsAt: startsOn ? showDay(startsOn) : t('cohorts.atOnce'),
    endsAt: endsOn ? showDay(endsOn) : t('desk.never'),
    members,
    invited: <DeskLink to={`/desk/invitations?cohort=${id}`}>{invited}</DeskLink>,
  }),
  children: ({ id: cohortId, courses }) => (
    <>
      <ListTable
        key={courses.length}
        {...reportTable}
        isSection
        title="cohorts.courses"
        href={undefined}
        list={reports.cohort}
        input={{ cohortId }}
        csv={reports.cohortCsv}
        actions={
          <FormDialog
            name="cohorts.addCourse"
            needs={needs}
            to={cohorts.addCourse}
            input={{ cohortId }}
            fields={['course']}
          />
        }
        more={({ courseId, title }) => ({
          course: <DeskLink to={`/desk/reports/${courseId}`}>{title}</DeskLink>,
        })}
        buttons={({ courseId }, close) => (
          <ConfirmButton
            name="cohorts.removeCourse"
            needs={needs}
            run={() => cohorts.removeCourse.mutate({ cohortId, courseId }).then(close)}
          />
        )}
      />
      <ListTable
        isSection
        title="cohorts.members"
        list={cohorts.members}
        input={{ cohortId }}
        actions={
          <FormDialog
            name="cohorts.addMember"
            needs={needs}
            to={cohorts.addMember}
            input={{ cohortId }}
            fields={['user']}
            result={({ outcome }) => t(`cohorts.${outcome}`)}
          />
        }
        columns={{
          learner: (member) => <Named {...member} />,
          added: ({ addedAt }) => showDay(addedAt),
        }}
        more={({ userId, email }) => ({
          learner: <DeskLink to={`/desk/users/${userId}`}>{email}</DeskLink>,
        })}
        buttons={({ userId }, close) => (
          <ConfirmButton
            name="cohorts.removeMember"
            needs={needs}
            run={() => cohorts.removeMember.mutate({ cohortId, userId }).then(close)}
          />
        )}
      />
    </>
  ),
})
