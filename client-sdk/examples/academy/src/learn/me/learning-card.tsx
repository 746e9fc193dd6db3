import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { Return } from '../courses/course-action.tsx'
import { DueText, type MyCourse } from '../courses/my-course.tsx'
import { AnnouncementsButton } from './announcements-button.tsx'
import { CourseChanges } from './course-changes.tsx'

export function LearningCard({ course }: { course: MyCourse }) {
  const { courseId, slug, title, status, percent, due, endsAt, announcement, certificate } = course
  const isOpen = status === 'active' || status === 'completed'
  return (
    <article className="flex h-full flex-col gap-3 rounded-xl border border-line p-5">
      <h2 className="text-lg font-semibold">
        <Link to="/course/$course" params={{ course: slug }}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <ProgressBar percent={percent} label={t('course.progress')} />
      {course.renewingSince !== null && <p className="text-sm">{t('renew.underWay')}</p>}
      {isOpen && due !== null && (
        <p>
          <Badge tone={due.isOverdue ? 'bad' : 'warn'}>
            <DueText due={due} />
          </Badge>
        </p>
      )}
      {isOpen && <NextLesson course={course} />}
      {endsAt !== null && (
        <p className="text-sm text-muted">
          {t(status === 'ended' ? 'course.ended' : 'course.ends', { day: showDay(endsAt) })}
        </p>
      )}
      {isOpen && announcement !== null && (
        <AnnouncementsButton course={course} newest={announcement} />
      )}
      {isOpen && <CourseChanges course={course} />}
      <div className="mt-auto flex flex-wrap items-center gap-3 pt-2">
        {certificate !== null && (
          <TextLink to="/learning/certificates">{t('course.seeCertificate')}</TextLink>
        )}
        <span className="ms-auto">
          {isOpen && (
            <ConfirmButton
              name="leave"
              look="quiet"
              run={() => lyceum.me.leaveCourse.mutate({ courseId })}
            />
          )}
          {status === 'left' && <Return courseId={courseId} />}
        </span>
      </div>
    </article>
  )
}

function NextLesson({ course: { slug, nextLesson, percent } }: { course: MyCourse }) {
  if (nextLesson === null) return null
  const until = nextLesson.locks?.find((lock) => lock.until !== undefined)?.until
  if (nextLesson.locks !== undefined)
    return (
      <p className="text-muted">
        <bdi>{nextLesson.title}</bdi>
        <br />
        {until !== undefined && t('outline.notYet', { until: showInstant(until) })}
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ButtonLink
        to="/course/$course/lesson/$lesson"
        params={{ course: slug, lesson: nextLesson.id }}
        look="primary"
      >
        {t(percent > 0 ? 'course.goOn' : 'course.start')}
      </ButtonLink>
      <bdi className="min-w-0 flex-1 text-sm text-muted">{nextLesson.title}</bdi>
    </div>
  )
}
