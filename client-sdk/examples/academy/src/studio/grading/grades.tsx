import type { GradebookRow } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showPercent } from '../../ui/format.ts'
import { ReadList } from '../../ui/list.tsx'
import { Named } from '../../ui/parts.tsx'
import { Status } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'

const lessonsAtOnce = 50

export function Grades({ courseId }: { courseId: string }) {
  const [fromLesson, setFromLesson] = useState(0)
  const input = { courseId, fromLesson }
  const { data: head } = useQuery(queryOptions(lyceum.grades.gradebook, { ...input, limit: 1 }))
  const lessons = (head?.lessons ?? []).map(({ key, title }, index) => ({
    id: `lesson ${key}`,
    title,
    cell: ({ results }: GradebookRow) => <Result result={results[index] ?? null} />,
  }))
  return (
    <ReadList
      of={lyceum.grades.gradebook}
      input={{ ...input, limit: 50 }}
      empty={t('gradebook.none')}
    >
      {(items) => (
        <>
          <Table
            label={t('gradebook')}
            items={items}
            keyOf={({ learner }) => learner.id}
            columns={{
              learner: ({ learner }) => <Named name={learner.name} />,
              courseGrade: ({ grade }) => grade !== null && showPercent(grade),
            }}
            more={lessons}
          />
          <div className="mt-4 flex flex-wrap gap-3">
            {fromLesson > 0 && (
              <Button onClick={() => setFromLesson(fromLesson - lessonsAtOnce)}>
                {t('gradebook.fewerLessons')}
              </Button>
            )}
            {head?.moreLessons && (
              <Button onClick={() => setFromLesson(fromLesson + lessonsAtOnce)}>
                {t('gradebook.moreLessons')}
              </Button>
            )}
          </div>
        </>
      )}
    </ReadList>
  )
}

function Result({ result }: { result: GradebookRow['results'][number] }) {
  if (result === null) return '–'
  const { percent, passed, waiting } = result
  if (percent === null && !waiting && !passed) return '–'
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Status of={waiting ? 'waiting' : passed ? 'passed' : 'notPassed'} />
      {percent !== null && showPercent(percent)}
    </span>
  )
}
