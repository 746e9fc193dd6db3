import type { Outputs } from '@lyceum/sdk'
import { useEffect, useRef, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { withoutMarkup } from '../../markdown/without-markup.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { showInstant } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { ReportPost } from './report-post.tsx'

export type Thread = Outputs['threads']['list']['items'][number]
type Whole = Outputs['threads']['get']
type Post = Whole['posts'][number]

interface ThreadItemProps {
  thread: Thread
  /** Whether an address leads here. */
  isAsked?: boolean
}

/** A question in one line; what was answered is read once it is opened. */
export function ThreadItem({ thread, isAsked = false }: ThreadItemProps) {
  const [isOpen, setOpen] = useState(isAsked)
  const place = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  const { id: threadId, text, answers, accepted, hidden, reports, lesson } = thread
  return (
    <details
      ref={place}
      open={isAsked}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-xl border border-line"
    >
      <summary className="px-4 py-3">
        <span dir="auto" className="font-medium wrap-anywhere">
          {text === '' ? t('threads.erased') : withoutMarkup(text).slice(0, 200)}
        </span>
        <span className="mt-1 flex flex-wrap gap-2 text-sm text-muted">
          {thread.mayDecide && <bdi>{lesson.title}</bdi>}
          <span className="whitespace-nowrap">{t('threads.answers', { count: answers })}</span>
          {accepted && <Badge tone="good">{t('threads.accepted')}</Badge>}
          {hidden && <Badge tone="warn">{t('threads.hidden')}</Badge>}
          {reports.length > 0 && <Badge tone="bad">{t('threads.reported')}</Badge>}
        </span>
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-4 px-4 pb-4">
          <Read of={lyceum.threads.get} input={{ threadId }}>
            {(whole) => <Answers thread={whole} />}
          </Read>
        </div>
      )}
    </details>
  )
}

function Answers({ thread }: { thread: Whole }) {
  const { id: threadId, posts } = thread
  return (
    <>
      <PostView post={thread} thread={thread} />
      <ul className="flex flex-col gap-4">
        {posts.map((post) => (
          <li key={post.id} className="ms-2 border-s-2 border-line ps-3">
            <PostView post={post} thread={thread} />
          </li>
        ))}
      </ul>
      {thread.hidden === null && (
        <p>
          <FormDialog
            name="threads.answer"
            to={lyceum.threads.answer}
            input={{ threadId }}
            fields={['text']}
            labels={{ text: 'post' }}
          />
        </p>
      )}
    </>
  )
}

function PostView({ post, thread }: { post: Post; thread: Whole }) {
  const { id: postId, text, hidden, reports } = post
  const { id: threadId, courseId } = thread
  const isAccepted = thread.accepted?.id === postId
  const isAnswer = postId !== threadId
  return (
    <article className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <bdi className="font-medium">{authorOf(post)}</bdi>
        {post.isTeacher && <Badge>{t('threads.teacher')}</Badge>}
        {isAnswer && post.isAsker && <Badge>{t('threads.asker')}</Badge>}
        {isAccepted && <Badge tone="good">{t('threads.accepted')}</Badge>}
        <span>{showInstant(post.postedAt)}</span>
      </p>
      {hidden && <p className="font-medium">{t('threads.hiddenFor', hidden)}</p>}
      {text === '' ? (
        <p className="text-muted">{t('threads.erased')}</p>
      ) : (
        <Markdown text={text} html="none" level={4} ofLearner />
      )}
      {reports.length > 0 && (
        <p className="text-bad">
          {reports.map(({ reason }) => t(`threads.reason.${reason}`)).join(' · ')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isAnswer && thread.mayAccept && hidden === null && (
          <ActionButton
            name={isAccepted ? 'threads.unaccept' : 'threads.accept'}
            run={() =>
              lyceum.threads.accept.mutate({ threadId, answerId: isAccepted ? null : postId })
            }
          />
        )}
        {!post.isYours && !thread.mayDecide && text !== '' && (
          <ReportPost threadId={threadId} postId={postId} />
        )}
        {thread.mayDecide && (
          <FormDialog
            name={hidden ? 'threads.show' : 'threads.hide'}
            look="quiet"
            to={lyceum.threads.decide}
            input={{ courseId, postId, hidden: hidden === null }}
            fields={['reason']}
            labels={{ reason: 'why' }}
          />
        )}
        {thread.mayDecide && hidden === null && reports.length > 0 && (
          <ActionButton
            name="threads.leave"
            look="quiet"
            run={() =>
              lyceum.threads.decide.mutate({
                ...{ courseId, postId, hidden: false, reason: t('threads.leave.reason') },
              })
            }
          />
        )}
      </div>
    </article>
  )
}

function authorOf({ name, isYours, isTeacher }: Post): string {
  if (isYours) return t('threads.you')
  return name ?? t(isTeacher ? 'threads.teacher' : 'threads.learner')
}
