import type { Lesson } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { List, type useList } from '../../ui/data/list.tsx'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { AskedThread } from './asked-thread.tsx'
import { type Thread, ThreadItem } from './thread.tsx'

interface ThreadListProps {
  lesson: Lesson
  query: ReturnType<typeof useList<{ lessonId: string }, Thread>>
  /** The one that an address leads to. */
  asked: string | undefined
}

/** The questions about a lesson, and a form to ask another. */
export function ThreadList({ lesson, query, asked }: ThreadListProps) {
  const { id: lessonId, lessonQuestions } = lesson
  return (
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
      <AskedThread listed={query.data ?? []} />
      <List
        query={query}
        empty={t('threads.none')}
        each={(thread) => <ThreadItem thread={thread} isAsked={thread.id === asked} />}
        className="flex flex-col gap-3"
      />
    </div>
  )
}
