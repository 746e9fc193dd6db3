import { Link } from '@tanstack/react-router'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge, ProgressBar } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton, DialogButton } from '../../ui/dialog.tsx'
import { showDay, showInstant } from '../../ui/format.ts'
import { TextLink } from '../../ui/link.tsx'
import { ReadList } from '../../ui/list.tsx'
import { Return } from '../courses/course-action.tsx'
import { DueText, type MyCourse } from '../courses/my-course.tsx'
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

interface AnnouncementsButtonProps {
  course: MyCourse
  newest: { text: string; postedAt: string }
}

function AnnouncementsButton({ course, newest }: AnnouncementsButtonProps) {
  return (
    <div className="rounded-lg bg-panel p-3 text-sm">
      <p className="text-muted">{showInstant(newest.postedAt)}</p>
      <p className="mb-2 line-clamp-2">
        <bdi>{newest.text}</bdi>
      </p>
      <DialogButton label={t('announcements.all')} title={t('announcements.title')}>
        {() => <Announcements courseId={course.courseId} />}
      </DialogButton>
    </div>
  )
}

function Announcements({ courseId }: { courseId: string }) {
  return (
    <ReadList of={lyceum.me.announcements} input={{ courseId }}>
      {(announcements) => (
        <ul className="flex flex-col gap-4">
          {announcements.map(({ id, text, author, postedAt }) => (
            <li key={id} className="border-t border-line pt-3">
              <p className="text-sm text-muted">
                {author !== null && <bdi>{author.name} · </bdi>}
                {showInstant(postedAt)}
              </p>
              <p dir="auto" className="whitespace-pre-line">
                {text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </ReadList>
  )
}
