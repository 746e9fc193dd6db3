import type { MyCourse, OutlineLesson } from '@lyceum/sdk'
import { lazy, Suspense } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ActionButton, ButtonLink } from '../../ui/button.tsx'
import { showDay } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'
import { lockText } from './lesson-row.tsx'
import { toLesson } from './links.ts'
import { isRenewable } from './queries.ts'

// Loaded on demand: dialogs that few readers need.
const CourseChanges = lazy(() =>
  import('./course-changes.tsx').then(({ CourseChanges }) => ({ default: CourseChanges })),
)

interface MyCourseProps {
  course: MyCourse
  /** The course's lessons, if known, to name the one that the next lesson waits for. */
  lessons?: OutlineLesson[]
  lang?: string
}

/** Shows how far the reader is in a course, what comes next, and until when. */
export function MyCourseState({ course, lessons, lang }: MyCourseProps) {
  const { status, percent, due, endsOn, certificate, renewingSince, newerVersion } = course
  const isOpen = status === 'active' || status === 'completed'
  return (
    <>
      <ProgressBar percent={percent} label={t('course.progress')} />
      {renewingSince !== null && <p className="text-sm">{t('renew.underWay')}</p>}
      {isOpen && due !== null && (
        <p>
          <Badge tone={due.isOverdue ? 'bad' : 'warn'}>
            {t(due.isOverdue ? 'due.was' : 'due.is', { day: showDay(due.on) })}
            {due.lessonKey !== null && ': '}
            {due.lessonKey !== null && <bdi>{due.title}</bdi>}
          </Badge>
        </p>
      )}
      {isOpen && <NextLesson course={course} lessons={lessons} lang={lang} />}
      {endsOn !== null && (
        <p className="text-sm text-muted">
          {t(status === 'ended' ? 'course.ended' : 'course.ends', { day: showDay(endsOn) })}
        </p>
      )}
      {isOpen && (newerVersion?.mayTake || isRenewable(course)) && (
        <Suspense>
          <CourseChanges course={course} />
        </Suspense>
      )}
      {certificate !== null && (
        <TextLink to="/learning/certificates">{t('course.seeCertificate')}</TextLink>
      )}
    </>
  )
}

function NextLesson({ course, lessons = [], lang }: MyCourseProps) {
  const { slug, nextLesson, percent, completedAt, waiting } = course
  if (nextLesson === null && completedAt === null && waiting > 0)
    return <p>{t('course.waits', { count: waiting })}</p>
  const lesson = nextLesson ?? lessons[0]
  if (lesson === undefined) return null
  const [lock] = nextLesson?.locks ?? []
  const isKnown = lock?.until !== undefined || lessons.length > 0
  const isOver = nextLesson === null && completedAt !== null
  const start = percent > 0 ? 'course.goOn' : 'course.start'
  return (
    <>
      {lock === undefined && (
        <ButtonLink {...toLesson(slug, lesson.id)} look="primary">
          {t(isOver ? 'course.again' : start)}
        </ButtonLink>
      )}
      {!isOver && (
        <bdi {...inLanguageOf(lang)} className="text-sm text-muted">
          {lesson.title}
        </bdi>
      )}
      {lock && isKnown && <p>{lockText(lock, lessons)}</p>}
    </>
  )
}

export function Return({ courseId }: { courseId: string }) {
  return (
    <ActionButton
      name="course.return"
      look="primary"
      run={() => lyceum.me.returnToCourse.mutate({ courseId })}
    />
  )
}
