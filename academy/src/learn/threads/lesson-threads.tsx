import { isLyceumError, type Lesson } from '@lyceum/sdk'
import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { useList } from '../../ui/data/list.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import { useAsked } from './use-asked.ts'

const ThreadList = part(() => import('./thread-list.tsx'), 'ThreadList')

/** What is asked about a lesson, folded with its number until somebody opens it. */
export function LessonThreads({ lesson }: { lesson: Lesson }) {
  const query = useList(lyceum.threads.list, { lessonId: lesson.id })
  const asked = useAsked()
  const [isOpen, setOpen] = useState(asked !== undefined)
  const { data = [], hasNextPage, error } = query
  if (isLyceumError(error, 'threads.list') && error.name === 'QuestionsClosed')
    return lesson.type === 'quiz' ? <p className="text-muted">{t('threads.quiz')}</p> : null
  return (
    <details
      open={asked !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-4"
    >
      <summary className="py-2 text-lg font-semibold">
        {t('threads.title')} ({data.length}
        {hasNextPage && '+'})
      </summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <ThreadList lesson={lesson} query={query} asked={asked} />
        </Suspense>
      )}
    </details>
  )
}
