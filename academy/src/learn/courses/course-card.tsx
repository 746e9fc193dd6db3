import type { CourseSummary } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge, Money } from '../../ui/bits.tsx'
import { showLanguage, showMinutes, showMoney } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { toCourse } from './links.ts'

export const gridClass = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

interface CourseGridProps {
  courses: CourseSummary[]
  /** Of the titles: one below the heading above them. */
  level?: 2 | 3 | undefined
}

export function CourseGrid({ courses, level = 2 }: CourseGridProps) {
  return (
    <ul className={gridClass}>
      {courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} heading={`h${level}`} />
        </li>
      ))}
    </ul>
  )
}

function CourseCard({ course, heading: H }: { course: CourseSummary; heading: 'h2' | 'h3' }) {
  const { slug, kind, title, summary, cover, language, level, minutes, price, enrolled } = course
  const about = [
    t(kind === 'program' ? 'courses' : 'lessons', { count: course.lessonCount }),
    showMinutes(minutes),
    level && t(`field.level.${level}`),
    showLanguage(language),
  ]
  return (
    <Link
      {...toCourse(slug)}
      className="flex h-full flex-col overflow-hidden rounded-xl border border-line bg-paper transition-shadow hover:shadow-raised"
    >
      <Cover title={title} cover={cover} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <H className="text-lg font-semibold" {...inLanguageOf(language)}>
          {title}
        </H>
        <p className="line-clamp-3 leading-relaxed" {...inLanguageOf(language)}>
          {summary}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-muted">
          {about.map((one) => one && <span key={one}>{one}</span>)}
        </p>
        <p className="flex items-center justify-between gap-2 font-semibold">
          <Money>{showMoney(price)}</Money>
          {kind === 'program' && <Badge>{t('course.program')}</Badge>}
          {enrolled === true && <Badge tone="good">{t('value.enrolled')}</Badge>}
        </p>
      </div>
    </Link>
  )
}

/** The picture of a course, or its first letters on a color of its own. */
export function Cover({ title, cover }: { title: string; cover: string | null }) {
  if (cover !== null)
    return <img src={cover} alt="" loading="lazy" className="aspect-video w-full object-cover" />
  return (
    <div
      aria-hidden="true"
      style={{ '--hue': hueOf(title) } as CSSProperties}
      className="grid aspect-video w-full place-items-center bg-[linear-gradient(135deg,oklch(0.55_0.11_var(--hue)),oklch(0.38_0.1_calc(var(--hue)+40)))] text-5xl font-bold text-[oklch(1_0_0/0.9)]"
    >
      {initialsOf(title)}
    </div>
  )
}

function hueOf(title: string): number {
  let hash = 0
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hash
}

function initialsOf(title: string): string {
  const words = title.split(/\s+/).filter((word) => word.length > 3 || /^\p{Lu}/u.test(word))
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return letters.join('').toUpperCase()
}
