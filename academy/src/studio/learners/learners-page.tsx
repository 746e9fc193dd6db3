import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Bars } from '../../ui/data/bars.tsx'
import { Read, useRead } from '../../ui/data/loaded.tsx'
import { ListPage } from '../../ui/data/pages.tsx'
import { Named } from '../../ui/data/parts.tsx'
import { Status } from '../../ui/data/status.tsx'
import { showDay, showNumber } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { titleOf } from '../../ui/names.ts'
import { Panel } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { GiveTimeToCohort } from '../grading/give-time.tsx'

/** Everybody in the course: how far they are, and who needs help. */
export function LearnersPage() {
  const { courseId, cohorts, may } = useCourse()
  const actions = !may('teachAll') ? (
    <GiveTimeToCohort />
  ) : (
    <>
      <Seats courseId={courseId} />
      <FormDialog
        name="learners.enroll"
        look="primary"
        to={lyceum.learners.enroll}
        input={{ courseId }}
        fields={['user', 'endsAt']}
      />
    </>
  )
  return (
    <ListPage
      title="studio.learners"
      actions={actions}
      above={
        may('teachAll') ? (
          <Report courseId={courseId} />
        ) : (
          cohorts?.map(({ id, name }) => <Report key={id} courseId={courseId} of={{ id, name }} />)
        )
      }
      list={lyceum.learners.list}
      input={{ courseId }}
      filters={{
        q: 'text',
        status: ['active', 'completed', 'left', 'ended'],
        cohort: 'text',
        overdue: 'flag',
      }}
      csv={lyceum.learners.listCsv}
      keyOf={({ userId }) => userId}
      href={({ userId }) => `/studio/${courseId}/learners/${userId}`}
      columns={{
        name: (learner) => <Named {...learner} />,
        status: ({ status, overdue }) => <Status of={overdue ? 'overdue' : status} />,
        progress: ({ percent, name }) => <ProgressBar percent={percent} label={name} />,
        nextLesson: ({ next }) => next && <bdi>{next.title}</bdi>,
        lastActivity: ({ lastActivityAt: at }) => at && showDay(at),
        dueOn: ({ dueOn }) => dueOn && showDay(dueOn),
      }}
    />
  )
}

/** How many the course takes, and when. Without a limit nobody counts who is there. */
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
  /** Of whom it is; by default of all learners. */
  of?: { id: string; name: string }
}

/** How far they are. */
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
        {({ enrolled, started, completed, certificates, medianDays }) => (
          <>
            <Bars
              of={enrolled}
              bars={[
                { label: titleOf('enrolled'), value: enrolled, tone: 'none' },
                { label: titleOf('started'), value: started },
                { label: titleOf('completed'), value: completed, tone: 'good' },
                { label: titleOf('certificates'), value: certificates, tone: 'good' },
              ]}
            />
            {medianDays !== null && (
              <p className="mt-3 text-sm text-muted">
                {t('learners.medianDays', { days: showNumber(medianDays) })}
              </p>
            )}
          </>
        )}
      </Read>
      <Stops {...input} />
    </Panel>
  )
}

/** The lessons at which most of those on the way are. */
function Stops(input: { courseId: string; cohort?: string }) {
  return (
    <Read of={lyceum.learners.stops} input={{ ...input, limit: 5 }}>
      {({ items, learners }) =>
        items.length > 0 && (
          <>
            <h2 className="mt-6 mb-3 font-medium">{t('learners.stoppedAt')}</h2>
            <Bars
              of={learners}
              bars={items.map((it) => ({ label: it.title, id: it.lessonKey, value: it.learners }))}
            />
          </>
        )
      }
    </Read>
  )
}
