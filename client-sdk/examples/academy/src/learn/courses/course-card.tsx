import type { Outputs } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Badge, Money } from '../../ui/bits.tsx'
import { showLanguage, showMinutes, showMoney } from '../../ui/format.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Cover } from './cover.tsx'

type CourseSummary = Outputs['courses']['list']['items'][number]

export function CourseCard({ course }: { course: CourseSummary }) {
  const { slug, kind, title, summary, cover, language, level, minutes, price, enrolled } = course
  const count = course.lessonCount
  return (
    <Link
      to="/course/$course"
      params={{ course: slug }}
      className="flex h-full flex-col overflow-hidden rounded-xl border border-line bg-paper transition-shadow hover:shadow-raised"
    >
      <Cover title={title} cover={cover} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="text-lg font-semibold" {...inLanguageOf(language)}>
          {title}
        </h2>
        <p className="line-clamp-3 text-sm text-muted" {...inLanguageOf(language)}>
          {summary}
        </p>
        <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-sm text-muted">
          <span>{kind === 'program' ? t('courses', { count }) : t('lessons', { count })}</span>
          <span>{showMinutes(minutes)}</span>
          {level !== null && <span>{t(`field.level.${level}`)}</span>}
          <span>{showLanguage(language)}</span>
        </p>
        <p className="flex items-center justify-between gap-2 font-semibold">
          <Money>{showMoney(price)}</Money>
          {kind === 'program' && <Badge>{t('course.program')}</Badge>}
          {enrolled === true && <Badge tone="good">{t('course.enrolled')}</Badge>}
        </p>
      </div>
    </Link>
  )
}
