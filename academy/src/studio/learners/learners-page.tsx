import { learnerSort } from '@lyceum/sdk/staff-values'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Read, useRead } from '../../ui/data/loaded.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { showNumber } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { picks } from '../../ui/picks/picks.tsx'
import { useCourse } from '../courses/course.ts'
import { GiveTimeToCohort } from '../grading/give-time.tsx'
import { CertificatesZip } from './certificates-zip.tsx'
import { LearnerActs } from './learner-acts.tsx'
import { learnerFilters, learnerTable } from './learner-table.tsx'
import { CompletionChart, ReportFigures, Stops } from './report.tsx'

/** Lists everybody in the course: how far they are, and who needs help. */
export function LearnersPage() {
  const { courseId, cohorts, may } = useCourse()
  const names = cohorts && Object.fromEntries(cohorts.map(({ id, name }) => [id, name]))
  const actions = !may('manageClass') ? (
    <>
      <CertificatesZip courseId={courseId} {...(names && { cohorts: names })} />
      <GiveTimeToCohort />
    </>
  ) : (
    <>
      <CertificatesZip courseId={courseId} />
      <Seats courseId={courseId} />
      <FormDialog
        name="learners.enroll"
        look="primary"
        to={lyceum.learners.enroll}
        input={{ courseId }}
        fields={['user', 'endsAt']}
        // Only administration names any cohort, and waives what a course requires.
        without={['cohort', 'waive']}
      />
    </>
  )
  return (
    <ListPage
      {...learnerTable('studio.learners', (userId) => `/studio/${courseId}/learners/${userId}`)}
      actions={actions}
      above={
        may('readClass') ? (
          <Report courseId={courseId} />
        ) : (
          cohorts?.map(({ id, name }) => <Report key={id} courseId={courseId} of={{ id, name }} />)
        )
      }
      list={lyceum.learners.list}
      input={{ courseId, sort: 'account' }}
      acts={(chosen) => <LearnerActs courseId={courseId} chosen={chosen} />}
      sorts={{ began: { descending: 'newest' } }}
      filters={{ ...learnerFilters, cohort: picks.cohort, sort: learnerSort }}
      csv={lyceum.learners.listCsv}
    />
  )
}

/** Edits the seats and the enrollment period. Without a limit nobody counts who is there. */
function Seats({ courseId }: { courseId: string }) {
  const { data } = useRead(lyceum.learners.seats, { courseId })
  if (data === undefined) return null
  return (
    <FormDialog
      name="learners.seats"
      intro={data.seats !== null && t('learners.seatsTaken', { taken: showNumber(data.taken) })}
      to={lyceum.learners.setSeats}
      input={{ courseId }}
      fields={['seats', 'opensAt', 'closesAt']}
      looks={{ opensAt: 'instant', closesAt: 'instant' }}
      of={data}
    />
  )
}

interface ReportProps {
  courseId: string
  /** The cohort reported on. Default: all learners. */
  of?: { id: string; name: string }
}

/** Reports how far they are. */
function Report({ courseId, of: cohort }: ReportProps) {
  const input = { courseId, ...(cohort && { cohort: cohort.id }) }
  return (
    <Panel className="mb-6">
      {cohort && (
        <h2 className="mb-3 font-medium">
          <bdi>{cohort.name}</bdi>
        </h2>
      )}
      <Read of={lyceum.learners.report} input={input}>
        {(report) => <ReportFigures {...report} />}
      </Read>
      <div className="grid gap-x-8 xl:grid-cols-2">
        <Section title={t('reports.overTime')}>
          <CompletionChart {...input} per="month" />
        </Section>
        <Stops {...input} limit={5} />
      </div>
    </Panel>
  )
}
