import type { DraftComment } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { showInstant } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { placeOf } from '../publish/facts.tsx'

interface AskButtonProps {
  /** The lesson; none for the course as a whole. */
  lessonKey?: string | undefined
  path?: string | undefined
  quote?: string | undefined
}

/** Asks for a change: of a lesson, of one of its fields, or of some of its words. */
export function AskButton({ lessonKey, path, quote }: AskButtonProps) {
  const { courseId, may } = useCourse()
  if (!may('comment')) return null
  const place = { ...(path && { path }), ...(quote && { quote }) }
  return (
    <FormDialog
      name="comments.ask"
      look={path === undefined ? 'normal' : 'quiet'}
      to={lyceum.drafts.comment}
      input={{ courseId, ...(lessonKey && { key: lessonKey }), ...place }}
      fields={['text']}
      labels={{ text: 'remark' }}
      intro={<Place path={path ?? null} quote={quote ?? null} />}
    />
  )
}

function Place({ path, quote }: Pick<DraftComment, 'path' | 'quote'>) {
  const { language } = useCourse()
  return (
    <>
      {path !== null && <p>{placeOf(path)}</p>}
      {quote !== null && (
        <blockquote lang={language} className="border-s-4 border-line ps-3">
          {quote}
        </blockquote>
      )}
    </>
  )
}

interface CommentsProps {
  lessonKey?: string
  /** Whether to say so where nothing is asked. */
  isExpected?: boolean
  titles?: ReadonlyMap<string, string>
}

/** What is asked about the draft or one lesson, with the answers: open ones first. */
export function Comments({ lessonKey, titles, isExpected = false }: CommentsProps) {
  const { courseId } = useCourse()
  const about = { courseId, ...(lessonKey !== undefined && { key: lessonKey }) }
  const open = useList(lyceum.drafts.comments, { ...about, open: true })
  const settled = useList(lyceum.drafts.comments, { ...about, open: false })
  const each = (comment: DraftComment) => <Comment comment={comment} titles={titles} />
  const count = (open.data?.length ?? 0) + (settled.data?.length ?? 0)
  if (count === 0 && !isExpected) return null
  return (
    <Section title={t('comments.title')} actions={<AskButton lessonKey={lessonKey} />}>
      <List query={open} empty={t('comments.none')} each={each} className="flex flex-col gap-4" />
      {settled.data !== undefined && settled.data.length > 0 && (
        <details className="mt-4">
          <summary className="py-2 font-medium">{t('comments.settled')}</summary>
          <List query={settled} each={each} className="flex flex-col gap-4" />
        </details>
      )}
    </Section>
  )
}

function Comment({ comment, titles }: { comment: DraftComment } & Pick<CommentsProps, 'titles'>) {
  const { courseId, may } = useCourse()
  const { id: commentId, key, path, quote, answers, resolvedAt, resolvedBy } = comment
  const isOpen = resolvedAt === null
  const title = key !== null && titles?.get(key)
  return (
    <article className="rounded-xl border border-line p-4">
      {title && (
        <p>
          <TextLink to="/studio/$course/lesson/$key" params={{ course: courseId, key }}>
            {title}
          </TextLink>
        </p>
      )}
      <Place path={path} quote={quote} />
      {[comment, ...answers].map(({ id, author, text, createdAt }) => (
        <div key={id} className={id === commentId ? 'mt-2' : 'ms-4 mt-3 border-s border-line ps-4'}>
          <p className="text-sm text-muted">
            <bdi className="font-medium">{author?.name ?? t('history.nobody')}</bdi>
            {` · ${showInstant(createdAt)}`}
          </p>
          <p dir="auto" className="whitespace-pre-wrap">
            {text}
          </p>
        </div>
      ))}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!isOpen && (
          <Badge tone="good">{t('comments.settledBy', { name: resolvedBy?.name ?? '–' })}</Badge>
        )}
        {may('comment') && (
          <>
            {isOpen && (
              <FormDialog
                name="comments.answer"
                to={lyceum.drafts.answerComment}
                input={{ courseId, commentId }}
                fields={['text']}
                labels={{ text: 'remark' }}
              />
            )}
            <ActionButton
              name={isOpen ? 'comments.settle' : 'comments.reopen'}
              look="quiet"
              run={() =>
                lyceum.drafts.resolveComment.mutate({ courseId, commentId, resolved: isOpen })
              }
            />
          </>
        )}
      </div>
    </article>
  )
}
