import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { showMinutes } from '../../ui/format.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Loading } from '../../ui/loaded.tsx'
import { LessonMark, lockText } from '../courses/lesson-state.tsx'
import type { Player, PlayerLesson } from './use-player.ts'

const Grades = lazy(() =>
  import('../grades/grades.tsx').then(({ Grades }) => ({ default: Grades })),
)

/** The lessons of the course: what is done, what is open, and where the reader is. */
export function Outline({ player }: { player: Player }) {
  const { course, lessons, percent, isEnrolled, isCompleted } = player
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/course/$course"
        params={{ course: course.slug }}
        className="font-semibold hover:underline"
        {...inLanguageOf(course.language)}
      >
        {course.title}
      </Link>
      {isEnrolled && <ProgressBar percent={percent} label={t('course.progress')} />}
      <nav aria-label={t('lesson.outline')} className="flex flex-col gap-4">
        {course.sections.map((section) => (
          <div key={section.lessons[0]?.id ?? section.title}>
            {course.sections.length > 1 && (
              <p
                className="mb-1 px-2 text-sm font-semibold text-muted"
                {...inLanguageOf(course.language)}
              >
                {section.title}
              </p>
            )}
            <ol>
              {section.lessons.map(({ id }) => {
                const lesson = byId.get(id)
                return lesson && <OutlineItem key={id} lesson={lesson} player={player} />
              })}
            </ol>
          </div>
        ))}
        {isCompleted && (
          <Link
            to="/course/$course/done"
            params={{ course: course.slug }}
            className="flex items-center gap-2 rounded-lg border border-good px-3 py-2 text-good"
          >
            <CheckIcon /> {t('lesson.toCertificate')}
          </Link>
        )}
      </nav>
      {isEnrolled && <OwnGrades courseId={course.id} />}
    </div>
  )
}

function OutlineItem({ lesson, player }: { lesson: PlayerLesson; player: Player }) {
  const { id, title, type, minutes, required, preview, isDone, locks = [] } = lesson
  const [lock] = isDone ? [] : locks
  const isLocked = lock !== undefined || !(player.isEnrolled || preview)
  const about = [t(`field.type.${type}`), ...(minutes > 0 ? [showMinutes(minutes)] : [])]
  return (
    <li>
      <Link
        to="/course/$course/lesson/$lesson"
        params={{ course: player.course.slug, lesson: id }}
        className="flex gap-2 rounded-lg p-2 hover:bg-panel aria-[current=page]:bg-tint aria-[current=page]:font-medium"
      >
        <LessonMark isDone={isDone} isLocked={isLocked} />
        <span className="min-w-0">
          <span {...inLanguageOf(player.course.language)}>{title}</span>
          <span className="block text-sm font-normal text-muted">
            {lock === undefined
              ? [...about, ...(required ? [] : [t('lesson.optional')])].join(' · ')
              : lockText(lock, player.lessons)}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** Read when it is opened. */
function OwnGrades({ courseId }: { courseId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="px-2">
      <summary className="py-2 font-medium">{t('grades.own')}</summary>
      {isOpen && (
        <Suspense fallback={<Loading />}>
          <Grades courseId={courseId} />
        </Suspense>
      )}
    </details>
  )
}
