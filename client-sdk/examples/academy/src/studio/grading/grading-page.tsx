import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showInstant } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { LiveFields } from '../fields.tsx'
import { ListTable, Person } from '../table.tsx'

const states = ['waiting', 'graded', 'returned'] as const

/** What learners handed in, the oldest first. */
export function GradingPage() {
  const { id: course, language } = useCourse()
  const [status, setStatus] = useState<(typeof states)[number]>('waiting')
  const query = useInfiniteQuery(
    infiniteQueryOptions(lyceum.submissions.list, { courseId: course, status }),
  )
  const navigate = useNavigate()
  return (
    <Page title={t('studio.grading')} lead={t('grading.lead')}>
      <LiveFields
        className="mb-4 max-w-xs"
        kinds={{ state: states }}
        onChange={({ state }) => setStatus(state)}
      />
      <ListTable
        query={query}
        empty={t(`grading.none.${status}`)}
        label={t('studio.grading')}
        keyOf={({ id }) => id}
        onOpen={({ id: submission }) =>
          void navigate({
            to: '/studio/$course/grading/$submission',
            params: { course, submission },
          })
        }
        columns={{
          [t('grading.learner')]: ({ learner }) => <Person name={learner.name} />,
          [t('changes.lesson')]: ({ lessonTitle }) => <bdi lang={language}>{lessonTitle}</bdi>,
          [t('grading.handedIn')]: ({ submittedAt, isLate }) => (
            <>
              {showInstant(submittedAt)} {isLate && <Badge tone="warn">{t('grading.late')}</Badge>}
            </>
          ),
          [t('grading.claimed')]: ({ claimedBy }) => <bdi>{claimedBy}</bdi>,
        }}
      />
    </Page>
  )
}
