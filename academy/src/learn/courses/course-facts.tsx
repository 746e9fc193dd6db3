import type { Course } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Facts } from '../../ui/bits.tsx'
import { showDay, showLanguage, showList, showMinutes } from '../../ui/format.ts'
import { linkClass } from '../../ui/link.tsx'
import { useSubjects } from './subjects.ts'

/** Shows what a course offers and where it comes from; categories and tags link to similar ones. */
export function CourseFacts({ course }: { course: Course }) {
  const { kind, level, language, lessonCount, minutes, validFor, seats } = course
  const types = course.sections.flatMap((section) => section.lessons.map(({ type }) => type))
  const quizzes = types.filter((type) => type === 'quiz').length
  const assignments = types.filter((type) => type === 'assignment').length
  const certificate =
    validFor === null ? t('course.validForever') : t('course.validFor', { count: validFor })
  const content = [
    t(kind === 'program' ? 'courses' : 'lessons', { count: lessonCount }),
    quizzes > 0 && t('course.quizzes', { count: quizzes }),
    assignments > 0 && t('course.assignments', { count: assignments }),
  ]
  const left = seats?.left ?? null
  const { nameOf } = useSubjects()
  const facts: Record<string, ReactNode> = {
    [t('course.content')]: showList(content.filter((part) => part !== false)),
    [t('course.minutes')]: showMinutes(minutes),
    [t('course.perWeek')]: course.hoursPerWeek && showMinutes(course.hoursPerWeek * 60),
    [t('field.language')]: showLanguage(language),
    [t('field.level')]: level && t(`field.level.${level}`),
    [t('course.certificate')]: certificate,
    [t('field.courseGrade')]: course.grade && t('course.gradePrinted'),
    [t('course.opens')]: course.available && showCourseDay(course.available),
    [t('course.due')]: course.due && showCourseDay(course.due),
    [t('field.seats')]: left !== null && t('course.seatsLeft', { count: left }),
    [t('course.closes')]: seats?.closesOn && showDay(seats.closesOn),
    [t('course.authors')]: course.authors.length > 0 && <bdi>{showList(course.authors)}</bdi>,
    [t('course.source')]: course.source && <bdi>{course.source}</bdi>,
    [t('field.license')]: course.license && <bdi>{course.license}</bdi>,
    [t('filter.category')]: filterLinks('category', course.categories, nameOf),
    [t('filter.tag')]: filterLinks('tag', course.tags),
  }
  const known = Object.entries(facts).filter(([, value]) => Boolean(value))
  return <Facts facts={Object.fromEntries(known)} />
}

function filterLinks(
  name: 'category' | 'tag',
  values: string[],
  nameOf: (value: string) => string = (value) => value,
): ReactNode {
  if (values.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3">
      {values.map((value) => (
        <Link key={value} to="/" search={{ [name]: value }} className={linkClass}>
          {nameOf(value)}
        </Link>
      ))}
    </span>
  )
}

/** Formats a day of a course, or a delay: `2027-06-30`, `7 days after enrollment`. */
function showCourseDay(day: string): string {
  const [, count, start] = /^(?:(\d+) days? )?after (enrollment|cohort)$/.exec(day) ?? []
  if (start === undefined) return showDay(day)
  const key = start === 'cohort' ? 'course.afterCohort' : 'course.afterEnrollment'
  return t(key, { count: Number(count ?? 0) })
}
