import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { ProgressBar } from '../../ui/bits.tsx'
import { Loading } from '../../ui/data/loaded.tsx'
import { CheckIcon, DownIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { LessonRow } from '../courses/lesson-row.tsx'
import { toCourse, toLesson } from '../courses/links.ts'
import type { Player, PlayerLesson } from '../courses/use-player.ts'

const Grades = lazy(() =>
  import('../grades/grades.tsx').then(({ Grades }) => ({ default: Grades })),
)

/** The lessons of the course: what is done, what is open, and where the reader is. */
export function Outline({ player, lessonId }: { player: Player; lessonId: string }) {
  const { course, percent, isEnrolled, isCompleted } = player
  const outline = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outline.current === null) return
    return showPlace(outline.current, lessonId)
  }, [lessonId])
  return (
    <div ref={outline} className="flex flex-col gap-4">
      <Link
        {...toCourse(course.slug)}
        className="font-semibold hover:underline"
        {...inLanguageOf(course.language)}
      >
        {course.title}
      </Link>
      {isEnrolled && <ProgressBar percent={percent} label={t('course.progress')} />}
      <nav aria-label={t('lesson.outline')} className="@container flex flex-col gap-4">
        <Sections player={player} lessonId={lessonId} />
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

/** All but the section where the reader is are folded, until they are opened. */
function Sections({ player, lessonId }: { player: Player; lessonId: string }) {
  const { course, sections } = player
  const [only] = sections
  if (sections.length === 1 && only !== undefined)
    return <Lessons lessons={only.lessons} player={player} />
  return sections.map(({ title, lessons }) => (
    <details
      key={lessons[0]?.id ?? title}
      open={lessons.some(({ id }) => id === lessonId)}
      className="group"
    >
      <summary className="flex list-none items-center gap-2 rounded-lg p-2 text-sm font-semibold text-muted hover:bg-panel">
        <span className="min-w-0 flex-1" {...inLanguageOf(course.language)}>
          {title}
        </span>
        <span className="shrink-0 whitespace-nowrap tabular-nums">
          {lessons.filter(({ isDone }) => isDone).length}/{lessons.length}
        </span>
        <span className="shrink-0 transition-transform group-open:rotate-180">
          <DownIcon />
        </span>
      </summary>
      <Lessons lessons={lessons} player={player} />
    </details>
  ))
}

function Lessons({ lessons, player }: { lessons: readonly PlayerLesson[]; player: Player }) {
  return (
    <ol>
      {lessons.map((lesson) => (
        <li key={lesson.id}>
          <Link
            {...toLesson(player.course.slug, lesson.id)}
            data-lesson={lesson.id}
            className="flex flex-wrap gap-x-2 rounded-lg p-2 hover:bg-panel aria-[current=page]:bg-tint aria-[current=page]:font-medium"
          >
            <LessonRow lesson={lesson} player={player} />
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Scrolls to the row of the lesson, within the box around the outline, whenever that is opened. */
function showPlace(outline: HTMLElement, lessonId: string): () => void {
  const box = outline.parentElement
  const row = outline.querySelector(`[data-lesson="${lessonId}"]`)
  const show = () => {
    if (box === null || row === null) return
    const [place, frame] = [row.getBoundingClientRect(), box.getBoundingClientRect()]
    box.scrollTop += place.top - frame.top - (frame.height - place.height) / 2
  }
  show()
  box?.addEventListener('toggle', show)
  return () => box?.removeEventListener('toggle', show)
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
