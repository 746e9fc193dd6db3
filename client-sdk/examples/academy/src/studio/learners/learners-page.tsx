import type { Inputs } from '@lyceum/sdk'
import { infiniteQueryOptions } from '@lyceum/sdk/query'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { showDay } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { LiveFields } from '../fields.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { ListTable, Person } from '../table.tsx'
import { LearnersReport } from './learners-report.tsx'
import { Seats } from './seats.tsx'

type Filters = Omit<Inputs['learners']['list'], 'courseId' | 'limit' | 'cursor'>

/** Everybody in the course: how far they are, and who needs help. */
export function LearnersPage() {
  const { id: courseId, slug } = useCourse()
  const [filters, setFilters] = useState<Filters>({})
  const chosen = useDeferredValue(filters)
  const query = useInfiniteQuery(
    infiniteQueryOptions(lyceum.learners.list, { courseId, ...chosen }),
  )
  const navigate = useNavigate()
  return (
    <Page
      title={t('studio.learners')}
      actions={
        <>
          <Seats courseId={courseId} />
          <DownloadButton
            label={t('csv')}
            name={`${slug}-learners.csv`}
            read={() => lyceum.learners.listCsv.query({ courseId, ...filters })}
          />
          <Enroll courseId={courseId} />
        </>
      }
    >
      <LearnersReport courseId={courseId} />
      <search>
        <LiveFields
          className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4"
          kinds={{
            q: 'plain',
            status: ['', 'active', 'completed', 'left', 'ended'],
            cohort: 'plain',
            overdue: 'box',
          }}
          onChange={({ q, status, cohort, overdue }) =>
            setFilters({
              ...(q !== null && { q }),
              ...(status !== null && { status }),
              ...(cohort !== null && { cohort }),
              ...(overdue && { overdue }),
            })
          }
        />
      </search>
      <ListTable
        query={query}
        empty={t('learners.none')}
        label={t('studio.learners')}
        keyOf={({ userId }) => userId}
        onOpen={({ userId: user }) =>
          void navigate({
            to: '/studio/$course/learners/$user',
            params: { course: courseId, user },
          })
        }
        columns={{
          [t('name')]: ({ name, email }) => <Person name={name} email={email} />,
          [t('field.status')]: ({ status, overdue }) => (
            <>
              {t(`field.status.${status}`)}{' '}
              {overdue && <Badge tone="bad">{t('learners.overdue')}</Badge>}
            </>
          ),
          [t('learners.progress')]: ({ percent, name }) => (
            <ProgressBar percent={percent} label={name} />
          ),
          [t('learners.stoppedAt')]: ({ next }) => <bdi>{next?.title}</bdi>,
          [t('learners.activity')]: ({ lastActivityAt: at }) => at && showDay(at),
          [t('learners.due')]: ({ dueOn }) => dueOn && showDay(dueOn),
        }}
      />
    </Page>
  )
}

function Enroll({ courseId }: { courseId: string }) {
  return (
    <FormDialog
      label={t('learners.enroll')}
      look="primary"
      done={t('learners.enrolled')}
      intro={t('learners.enrollText')}
      kinds={{ user: 'text!', endsAt: 'instant' }}
      onSubmit={({ user, endsAt }) =>
        lyceum.learners.enroll.mutate({ courseId, user, ...(endsAt !== null && { endsAt }) })
      }
    />
  )
}
