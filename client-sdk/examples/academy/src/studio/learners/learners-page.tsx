import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { given } from '../../ui/fields.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showDay, showNumber } from '../../ui/format.ts'
import { ListPage } from '../../ui/pages.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { useCourse } from '../courses/course.ts'
import { LearnersReport } from './learners-report.tsx'

/** Everybody in the course: how far they are, and who needs help. */
export function LearnersPage() {
  const { id: courseId } = useCourse()
  const actions = (
    <>
      <Seats courseId={courseId} />
      <FormDialog
        name="learners.enroll"
        look="primary"
        kinds={{ user: 'text!', endsAt: 'end' }}
        send={(values) => lyceum.learners.enroll.mutate({ courseId, ...given(values) })}
      />
    </>
  )
  return (
    <ListPage
      title="studio.learners"
      actions={actions}
      above={<LearnersReport courseId={courseId} />}
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

/** How many the course takes, and when. Not for teachers of cohorts: they see no button. */
function Seats({ courseId }: { courseId: string }) {
  const { data } = useQuery(queryOptions(lyceum.learners.seats, { courseId }))
  if (data === undefined) return null
  return (
    <FormDialog
      name="learners.seats"
      intro={t('learners.seatsTaken', { taken: showNumber(data.taken) })}
      kinds={{ seats: 'number', opensAt: 'instant', closesAt: 'instant' }}
      of={data}
      send={(values) => lyceum.learners.setSeats.mutate({ courseId, ...values })}
    />
  )
}
