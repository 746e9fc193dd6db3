import { isLyceumError, type Lesson } from '@lyceum/sdk'
import { useLocation } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { List, useList } from '../../ui/data/list.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { ThreadItem } from './thread.tsx'

/** What is asked about a lesson, folded with its number until somebody opens it. */
export function LessonThreads({ lesson }: { lesson: Lesson }) {
  const { id: lessonId, lessonQuestions } = lesson
  const query = useList(lyceum.threads.list, { lessonId })
  const { hash } = useLocation()
  const asked = hash.startsWith('question-') ? hash.slice('question-'.length) : undefined
  const { data = [], hasNextPage, error } = query
  if (isLyceumError(error, 'threads.list') && error.name === 'QuestionsClosed')
    return lesson.type === 'quiz' ? <p className="text-muted">{t('threads.quiz')}</p> : null
  const isListed = data.some(({ id }) => id === asked)
  return (
    <details open={asked !== undefined} className="border-t border-line pt-4">
      <summary className="py-2 text-lg font-semibold">
        {t('threads.title')} ({data.length}
        {hasNextPage && '+'})
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        <p className="text-muted">
          {t(lessonQuestions === 'anonymous' ? 'threads.anonymous' : 'threads.named')}
        </p>
        <p>
          <FormDialog
            name="threads.ask"
            look="primary"
            to={lyceum.threads.ask}
            input={{ lessonId }}
            fields={['text']}
            labels={{ text: 'post' }}
          />
        </p>
        {asked !== undefined && !isListed && (
          <Read of={lyceum.threads.get} input={{ threadId: asked }}>
            {(thread) => <ThreadItem thread={thread} isAsked />}
          </Read>
        )}
        <List
          query={query}
          empty={t('threads.none')}
          each={(thread) => <ThreadItem thread={thread} isAsked={thread.id === asked} />}
          className="flex flex-col gap-3"
        />
      </div>
    </details>
  )
}
