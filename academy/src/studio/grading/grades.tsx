import type { GradebookRow } from '@lyceum/sdk'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { ListTable } from '../../ui/data/pages.tsx'
import { Named, Status } from '../../ui/data/parts.tsx'
import { showPercent } from '../../ui/format.ts'

const lessonsAtOnce = 50

export function Grades({ courseId }: { courseId: string }) {
  const [fromLesson, setFromLesson] = useState(0)
  const input = { courseId, fromLesson }
  const { data: head } = useRead(lyceum.grades.gradebook, { ...input, limit: 1 })
  return (
    <>
      <ListTable
        title="gradebook"
        list={lyceum.grades.gradebook}
        input={{ ...input, limit: 50 }}
        keyOf={({ learner }) => learner.id}
        columns={{
          learner: ({ learner }) => <Named name={learner.name} />,
          courseGrade: ({ grade }) => grade !== null && showPercent(grade),
        }}
        moreColumns={head?.lessons.map(({ key, title }, index) => ({
          id: `lesson ${key}`,
          title,
          cell: ({ results }: GradebookRow) => <Result result={results[index] ?? null} />,
        }))}
      />
      <div className="mt-4 mb-10 flex flex-wrap gap-3">
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
