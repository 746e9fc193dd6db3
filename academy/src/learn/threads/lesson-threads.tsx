import { isLyceumError, type Lesson } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { List, useList } from '../../ui/data/list.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { AskedThread, useAsked } from './asked-thread.tsx'
import { ThreadItem } from './thread.tsx'

/** What is asked about a lesson, folded with its number until somebody opens it. */
export function LessonThreads({ lesson }: { lesson: Lesson }) {
  const { id: lessonId, lessonQuestions } = lesson
  const query = useList(lyceum.threads.list, { lessonId })
  const asked = useAsked()
  const { data = [], hasNextPage, error } = query
  if (isLyceumError(error, 'threads.list') && error.name === 'QuestionsClosed')
    return lesson.type === 'quiz' ? <p className="text-muted">{t('threads.quiz')}</p> : null
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
        <AskedThread listed={data} />
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
