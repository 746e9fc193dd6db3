import type { GradebookRow } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { showPercent } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { Person, Table } from '../table.tsx'
import { Accommodations } from './accommodations.tsx'

const pageOfLessons = 50

/** The learners and what they have at the graded lessons. */
export function GradebookPage() {
  const { id: courseId, slug } = useCourse()
  const [fromLesson, setFromLesson] = useState(0)
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const query = useQuery(
    queryOptions(lyceum.grades.gradebook, {
      courseId,
      fromLesson,
      limit: 50,
      ...(cursor && { cursor }),
    }),
  )
  const next = query.data?.nextCursor
  return (
    <Page
      title={t('studio.gradebook')}
      actions={
        <DownloadButton
          label={t('csv')}
          name={`${slug}-gradebook.csv`}
          read={() => lyceum.grades.gradebookCsv.query({ courseId, fromLesson })}
        />
      }
    >
      <Loaded query={query} empty={t('gradebook.none')}>
        {({ items, lessons, moreLessons }) => (
          <>
            <Table
              label={t('studio.gradebook')}
              items={items}
              keyOf={({ learner }) => learner.id}
              columns={{
                [t('grading.learner')]: ({ learner }) => <Person name={learner.name} />,
                [t('gradebook.grade')]: ({ grade }) => (grade === null ? '–' : showPercent(grade)),
                ...Object.fromEntries(
                  lessons.map(({ title }, index) => [
                    title,
                    ({ results }: GradebookRow) => <Result result={results[index] ?? null} />,
                  ]),
                ),
              }}
            />
            <div className="mt-4 flex flex-wrap gap-3">
              {fromLesson > 0 && (
                <Button onClick={() => setFromLesson(fromLesson - pageOfLessons)}>
                  {t('gradebook.fewerLessons')}
                </Button>
              )}
              {moreLessons && (
                <Button onClick={() => setFromLesson(fromLesson + pageOfLessons)}>
                  {t('gradebook.moreLessons')}
                </Button>
              )}
              {cursors.length > 0 && (
                <Button onClick={() => setCursors(cursors.slice(0, -1))}>
                  {t('gradebook.back')}
                </Button>
              )}
              {next && (
                <Button onClick={() => setCursors([...cursors, next])}>
                  {t('gradebook.next')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
      <Accommodations />
    </Page>
  )
}

function Result({ result }: { result: GradebookRow['results'][number] }) {
  if (result === null) return '–'
  const { percent, passed, waiting } = result
  return (
    <span className="flex flex-wrap items-center gap-1">
      {percent !== null && showPercent(percent)}
      {passed && <Badge tone="good">{t('attemptState.passed')}</Badge>}
      {waiting && <Badge tone="warn">{t('attemptState.waiting')}</Badge>}
    </span>
  )
}
