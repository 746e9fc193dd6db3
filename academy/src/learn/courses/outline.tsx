import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { showMinutes } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { LessonRow } from './lesson-row.tsx'
import { toCourse, toLesson } from './links.ts'
import type { Player, PlayerLesson } from './use-player.ts'

/** Lists a course's lessons, with links to the open ones. */
export function Outline({ player }: { player: Player }) {
  const { course, sections } = player
  const count = course.kind === 'program' ? 'courses' : 'lessons'
  const isNext = ({ isDone, isLocked }: PlayerLesson) => !isDone && !isLocked
  const next = Math.max(
    0,
    sections.findIndex(({ lessons }) => lessons.some(isNext)),
  )
  return sections.map(({ title, minutes, lessons }, index) => (
    <details
      // Sections have no other identity than their order: titles may repeat.
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids.
      key={index}
      open={sections.length < 8 || index === next}
      className="mb-3 rounded-xl border border-line"
    >
      <summary className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
        <h3 className="font-semibold" {...inLanguageOf(course.language)}>
          {title}
        </h3>
        <span className="text-sm text-muted">
          {t(count, { count: lessons.length })} · {showMinutes(minutes)}
        </span>
      </summary>
      <ul className="@container border-t border-line *:border-line *:not-last:border-b">
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <OutlineItem lesson={lesson} player={player} />
          </li>
        ))}
      </ul>
    </details>
  ))
}

function OutlineItem({ lesson, player }: { lesson: PlayerLesson; player: Player }) {
  const look = 'flex min-h-12 flex-wrap items-center gap-x-2 px-4 py-2'
  const row = <LessonRow lesson={lesson} player={player} />
  // In a program, the lessons are courses.
  const isCourse = lesson.type === 'course'
  if (lesson.isLocked && !isCourse) return <div className={`${look} text-muted`}>{row}</div>
  const target = isCourse ? toCourse(lesson.key) : toLesson(player.course.slug, lesson.id)
  return (
    <Link {...target} className={`${look} hover:bg-panel`}>
      {row}
    </Link>
  )
}
