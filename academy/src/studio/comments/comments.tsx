import type { DraftComment } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ActionButton } from '../../ui/button.tsx'
import { List, useList } from '../../ui/data/list.tsx'
import { showInstant } from '../../ui/format.ts'
import { FormDialog } from '../../ui/forms/form-dialog.tsx'
import { pathIcon } from '../../ui/icons.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Section } from '../../ui/page.tsx'
import { useCourse } from '../courses/course.ts'
import { placeOf } from '../publish/facts.tsx'

const CommentIcon = pathIcon('M5 5h14v10h-8l-4 4v-4H5z')

/** What is commented: a lesson, a field of it, or some of its words; or else the whole course. */
interface Place {
  lessonKey?: string | undefined
  path?: string | undefined
  quote?: string | undefined
}

/** Asks for a change: of a lesson, of one of its fields, or of some of its words. */
export function AskButton({ lessonKey: key, path, quote }: Place) {
  const { courseId, may } = useCourse()
  if (!may('comment')) return null
  return (
    <FormDialog
      name="comments.ask"
      {...(path && { look: 'quiet', icon: <CommentIcon /> })}
      to={lyceum.drafts.comment}
      input={{ courseId, ...(key && { key }), ...(path && { path }), ...(quote && { quote }) }}
      fields={['text']}
      labels={{ text: 'remark' }}
      without={['answerTo', 'key', 'path', 'quote']}
      intro={<PlaceInLesson path={path} quote={quote} />}
    />
  )
}

function PlaceInLesson({
  path,
  quote,
}: { [Name in 'path' | 'quote']?: string | null | undefined }) {
  const { language } = useCourse()
  return (
    <>
      {path && <p>{placeOf(path)}</p>}
      {quote && (
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
  const about = { courseId, ...(lessonKey && { key: lessonKey }) }
  const open = useList(lyceum.drafts.comments, { ...about, open: true })
  const settled = useList(lyceum.drafts.comments, { ...about, open: false })
  const each = (comment: DraftComment) => <Comment comment={comment} titles={titles} />
  if (!open.data?.length && !settled.data?.length && !isExpected) return null
  return (
    <Section title={t('comments.title')} actions={<AskButton lessonKey={lessonKey} />}>
      <List query={open} empty={t('comments.none')} each={each} className="flex flex-col gap-4" />
      {Boolean(settled.data?.length) && (
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
  const { id, key, answers, resolvedAt, resolvedBy } = comment
  const isOpen = resolvedAt === null
  const title = key !== null && titles?.get(key)
  return (
    <article className="rounded-xl border border-line p-4">
      {title && (
        <TextLink to="/studio/$course/lesson/$key" params={{ course: courseId, key }}>
          {title}
        </TextLink>
      )}
      <PlaceInLesson {...comment} />
      {[comment, ...answers].map((one) => (
        <div
          key={one.id}
          className={one === comment ? 'mt-2' : 'ms-4 mt-3 border-s border-line ps-4'}
        >
          <p className="text-sm text-muted">
            <bdi className="font-medium">{one.author?.name ?? t('history.nobody')}</bdi>
            {` · ${showInstant(one.createdAt)}`}
          </p>
          <p dir="auto" className="whitespace-pre-wrap">
            {one.text}
          </p>
        </div>
      ))}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {!isOpen && (
          <Badge tone="good">{t('comments.settledBy', { name: resolvedBy?.name ?? '–' })}</Badge>
        )}
        {may('comment') && isOpen && (
          <FormDialog
            name="comments.answer"
            to={lyceum.drafts.comment}
            input={{ courseId, answerTo: id }}
            fields={['text']}
            labels={{ text: 'remark' }}
            without={['key', 'path', 'quote']}
          />
        )}
        {may('comment') && (
          <ActionButton
            name={isOpen ? 'comments.settle' : 'comments.reopen'}
            look="quiet"
            run={() =>
              lyceum.drafts.updateComment.mutate({ courseId, commentId: id, resolved: isOpen })
            }
          />
        )}
      </div>
    </article>
  )
}
