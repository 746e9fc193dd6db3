import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { LessonRow } from '../courses/lesson-row.tsx'
import { toCourse, toLesson } from '../courses/links.ts'
import type { Player } from '../courses/use-player.ts'

const Grades = lazy(() =>
  import('../grades/grades.tsx').then(({ Grades }) => ({ default: Grades })),
)

/** The lessons of the course: what is done, what is open, and where the reader is. */
export function Outline({ player }: { player: Player }) {
  const { course, sections, percent, isEnrolled, isCompleted } = player
  const language = inLanguageOf(course.language)
  return (
    <div className="flex flex-col gap-4">
      <Link {...toCourse(course.slug)} className="font-semibold hover:underline" {...language}>
        {course.title}
      </Link>
      {isEnrolled && <ProgressBar percent={percent} label={t('course.progress')} />}
      <nav aria-label={t('lesson.outline')} className="@container flex flex-col gap-4">
        {sections.map(({ title, lessons }) => (
          <div key={lessons[0]?.id ?? title}>
            {sections.length > 1 && (
              <p className="mb-1 px-2 text-sm font-semibold text-muted" {...language}>
                {title}
              </p>
            )}
            <ol>
              {lessons.map((lesson) => (
                <li key={lesson.id}>
                  <Link
                    {...toLesson(course.slug, lesson.id)}
                    className="flex flex-wrap gap-x-2 rounded-lg p-2 hover:bg-panel aria-[current=page]:bg-tint aria-[current=page]:font-medium"
                  >
                    <LessonRow lesson={lesson} player={player} />
                  </Link>
                </li>
              ))}
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
