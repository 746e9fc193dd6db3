import type { Outputs } from '@lyceum/sdk'
import { lazy, Suspense } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ProgressBar } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { showDay } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'
import { GetCourse } from './get-course.tsx'
import { lockText } from './lesson-state.tsx'
import { DueText, isRenewable, type MyCourse, useMyCourses } from './my-course.tsx'

type Course = Outputs['courses']['get']

// They ask before they do anything, in dialogs that few readers need.
const CourseChanges = lazy(() =>
  import('../me/course-changes.tsx').then(({ CourseChanges }) => ({ default: CourseChanges })),
)

/** What the reader does next: get the course, go on with it, or come back to it. */
export function CourseAction({ course }: { course: Course }) {
  const { isPending, courses } = useMyCourses()
  const mine = courses.find(({ courseId }) => courseId === course.id)
  if (isPending) return null
  if (course.enrolled === true) return <GoOn course={course} mine={mine} />
  if (mine?.status === 'left')
    return (
      <>
        <p>{t('course.left')}</p>
        <Return courseId={course.id} />
      </>
    )
  const completed = courses.filter(({ completedAt }) => completedAt !== null)
  return <GetCourse course={course} completed={completed.map(({ slug }) => slug)} />
}

function GoOn({ course, mine }: { course: Course; mine: MyCourse | undefined }) {
  const lessons = course.sections.flatMap((section) => section.lessons)
  const next = mine?.nextLesson ?? (mine?.completedAt == null ? lessons[0] : undefined)
  const shown = next ?? lessons[0]
  const percent = mine?.percent ?? course.enrollment?.percent ?? 0
  const lock = next?.locks?.[0]
  return (
    <>
      <ProgressBar percent={percent} label={t('course.progress')} />
      {lock !== undefined && <p>{lockText(lock, lessons)}</p>}
      {lock === undefined && shown !== undefined && (
        <>
          <ButtonLink
            to="/course/$course/lesson/$lesson"
            params={{ course: course.slug, lesson: shown.id }}
            look="primary"
          >
            {next === undefined
              ? t('course.again')
              : t(percent > 0 ? 'course.goOn' : 'course.start')}
          </ButtonLink>
          {next !== undefined && (
            <p className="text-sm text-muted" {...inLanguageOf(course.language)}>
              {shown.title}
            </p>
          )}
        </>
      )}
      {mine?.due && (
        <p className={mine.due.isOverdue ? 'text-bad' : 'text-muted'}>
          <DueText due={mine.due} />
        </p>
      )}
      {mine?.endsAt && (
        <p className="text-muted">{t('course.ends', { day: showDay(mine.endsAt) })}</p>
      )}
      {mine?.certificate && (
        <TextLink to="/learning/certificates">{t('course.seeCertificate')}</TextLink>
      )}
      {mine && (mine.newerVersion?.mayTake || isRenewable(mine)) && (
        <Suspense>
          <CourseChanges course={mine} />
        </Suspense>
      )}
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
