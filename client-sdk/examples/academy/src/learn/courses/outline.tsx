import type { Outputs } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showMinutes } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { LessonMark, lockText } from './lesson-state.tsx'
import { useLessonStates } from './my-course.tsx'

type Course = Outputs['courses']['get']
type OutlineLesson = Course['sections'][number]['lessons'][number]

export function Outline({ course, isOpen }: { course: Course; isOpen: boolean }) {
  const states = useLessonStates(course.id, isOpen)
  const all = course.sections.flatMap((section) => section.lessons)
  return course.sections.map(({ title, lessons, minutes }, index) => (
    <details
      // The order is the identity of a section: titles may repeat.
      // biome-ignore lint/suspicious/noArrayIndexKey: sections have no ids.
      key={index}
      open={course.sections.length < 8 || index === 0}
      className="mb-3 rounded-xl border border-line"
    >
      <summary className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
        <h3 className="font-semibold" {...inLanguageOf(course.language)}>
          {title}
        </h3>
        <span className="text-sm text-muted">
          {t(course.kind === 'program' ? 'courses' : 'lessons', { count: lessons.length })} ·{' '}
          {showMinutes(minutes)}
        </span>
      </summary>
      <ul className="border-t border-line">
        {lessons.map((lesson) => (
          <li key={lesson.id} className="border-b border-line last:border-0">
            <OutlineLink course={course} lesson={lesson} isOpen={isOpen}>
              <OutlineRow
                lesson={lesson}
                language={course.language}
                isDone={(states.get(lesson.id)?.completedAt ?? null) !== null}
                locks={(lesson.locks ?? []).map((lock) => lockText(lock, all))}
              />
            </OutlineLink>
          </li>
        ))}
      </ul>
    </details>
  ))
}

interface OutlineLinkProps {
  course: Course
  lesson: OutlineLesson
  isOpen: boolean
  children: ReactNode
}

function OutlineLink({ course, lesson, isOpen, children }: OutlineLinkProps) {
  const look = 'flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2'
  const isLocked = !lesson.preview && (!isOpen || lesson.locks !== undefined)
  if (isLocked && lesson.type !== 'course')
    return <div className={`${look} text-muted`}>{children}</div>
  // The lessons of a program are courses.
  const target =
    lesson.type === 'course'
      ? ({ to: '/course/$course', params: { course: lesson.key } } as const)
      : ({
          to: '/course/$course/lesson/$lesson',
          params: { course: course.slug, lesson: lesson.id },
        } as const)
  return (
    <Link {...target} className={`${look} hover:bg-panel`}>
      {children}
    </Link>
  )
}

interface OutlineRowProps {
  lesson: OutlineLesson
  language: string
  isDone: boolean
  locks: string[]
}

function OutlineRow({ lesson, language, isDone, locks }: OutlineRowProps) {
  return (
    <>
      <LessonMark isDone={isDone} isLocked={locks.length > 0} />
      <span className="min-w-0 flex-1 basis-48">
        <bdi {...inLanguageOf(language)}>{lesson.title}</bdi>
        {locks.map((text) => (
          <span key={text} className="block text-sm text-muted">
            {text}
          </span>
        ))}
      </span>
      <span className="ms-auto flex flex-wrap items-center gap-2 text-sm text-muted">
        {lesson.preview && <Badge tone="good">{t('lesson.isPreview')}</Badge>}
        {!lesson.required && <Badge>{t('lesson.optional')}</Badge>}
        <span>
          {t(`field.type.${lesson.type}`)} · {showMinutes(lesson.minutes)}
        </span>
      </span>
    </>
  )
}
