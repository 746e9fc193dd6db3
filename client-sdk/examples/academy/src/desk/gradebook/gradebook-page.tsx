import type { GradebookRow } from '@lyceum/sdk'
import { queryOptions } from '@lyceum/sdk/query'
import { useQuery } from '@tanstack/react-query'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Csv } from '../../ui/download-button.tsx'
import { showPercent } from '../../ui/format.ts'
import { List } from '../../ui/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { DataTable } from '../../ui/table.tsx'
import { useFilters } from '../kit/filters.tsx'
import { useList } from '../kit/lists.ts'
import { titleOf } from '../kit/names.ts'

const { grades } = lyceum

export function GradebookPage() {
  const { input, bar } = useFilters<{ course: string }>({ course: 'course' })
  const courseId = input.course
  const read = async () => grades.gradebookCsv.query({ courseId: courseId ?? '' })
  return (
    <Page title={t('gradebook')} actions={courseId && <Csv name="grades" read={read} />}>
      {bar}
      {courseId ? <Grades courseId={courseId} /> : <Empty>{t('gradebook.choose')}</Empty>}
    </Page>
  )
}

function Grades({ courseId }: { courseId: string }) {
  const query = useList(grades.gradebook, { courseId, limit: 50 })
  const { data: head } = useQuery(queryOptions(grades.gradebook, { courseId, limit: 1 }))
  const lessons = (head?.lessons ?? []).map(({ key, title }, index) => ({
    id: key,
    title,
    cell: ({ results }: GradebookRow) => <Result result={results[index] ?? null} />,
  }))
  return (
    <List query={query} empty={t('reports.nobody')}>
      {(items) => (
        <DataTable
          label={t('gradebook')}
          items={items}
          keyOf={({ learner }) => learner.id}
          columns={[
            { id: '', title: titleOf('learner'), cell: ({ learner }) => <bdi>{learner.name}</bdi> },
            {
              id: ' ',
              title: titleOf('grade'),
              cell: ({ grade }) => (grade === null ? '–' : showPercent(grade)),
            },
            ...lessons,
          ]}
        />
      )}
    </List>
  )
}

function Result({ result }: { result: GradebookRow['results'][number] }) {
  if (result === null) return '–'
  if (result.waiting) return <Badge tone="warn">{t('gradebook.waiting')}</Badge>
  return (
    <Badge tone={result.passed ? 'good' : 'bad'}>
      {result.passed ? t('gradebook.passed') : t('gradebook.notPassed')}{' '}
      {result.percent !== null && showPercent(result.percent)}
    </Badge>
  )
}
