import type { Inputs, LearnerReport } from '@lyceum/sdk'
import { learnerStatus } from '@lyceum/sdk/values'
import { ProgressBar } from '../../ui/bits.tsx'
import type { TableOptions } from '../../ui/data/pages.tsx'
import { Named, Status } from '../../ui/data/parts.tsx'
import { showDay } from '../../ui/format.ts'
import type { Filters } from '../../ui/forms/filters.tsx'

/** Columns of a course's learners in the studio and on the desk, which link to different pages. */
export function learnerTable(
  title: 'studio.learners' | 'studio.stopped' | 'field.learners',
  href: (userId: string) => `/${'desk' | 'studio'}/${string}`,
): TableOptions<LearnerReport> {
  return {
    title,
    href: ({ userId }) => href(userId),
    columns: {
      learner: (learner) => <Named {...learner} />,
      status: ({ status, overdue }) => <Status of={overdue ? 'overdue' : status} />,
      progress: ({ percent, name }) => <ProgressBar percent={percent} label={name} />,
      nextLesson: ({ next }) => next && <bdi>{next.title}</bdi>,
      began: ({ enrolledAt }) => showDay(enrolledAt),
      lastActivity: ({ lastActivityAt: at }) => at && showDay(at),
      dueOn: ({ dueOn }) => dueOn && showDay(dueOn),
    },
  }
}

export const learnerFilters: Filters<Inputs['learners']['list']> = {
  q: 'text',
  status: learnerStatus,
  overdue: 'flag',
}
