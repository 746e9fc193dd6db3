import { Link } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { showMinutes } from '../../ui/format.ts'
import { CheckIcon, LockIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { Cover } from './course-card.tsx'
import { lockText } from './lesson-row.tsx'
import { toCourse } from './links.ts'
import type { Player } from './use-player.ts'

/** The courses of a program, in their order; the names of sections, if it has several. */
export function ProgramCourses({ player }: { player: Player }) {
  const { course: program, sections, lessons } = player
  const lang = inLanguageOf(program.language)
  return sections.map(({ title, lessons: courses }) => (
    <div key={courses[0]?.id ?? title} className="mb-6">
      {sections.length > 1 && (
        <h3 className="mb-3 font-semibold" {...lang}>
          {title}
        </h3>
      )}
      <ol className="flex flex-col gap-3">
        {courses.map((course) => {
          const { id, key, title, minutes, required, isDone, isLocked, locks } = course
          return (
            <li key={id}>
              <Link
                {...toCourse(key)}
                className="flex items-center gap-4 rounded-xl border border-line bg-paper p-3 transition-shadow hover:shadow-raised"
              >
                <span className="w-24 shrink-0 overflow-hidden rounded-lg *:text-2xl sm:w-32">
                  <Cover title={title} cover={null} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="font-semibold" {...lang}>
                    {lessons.indexOf(course) + 1}. {title}
                  </span>
                  <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
                    {minutes > 0 && showMinutes(minutes)}
                    {!required && <Badge>{t('lesson.optional')}</Badge>}
                    {isDone && <Badge tone="good">{t('outline.done')}</Badge>}
                  </span>
                  {locks.map((lock) => (
                    <span key={lockText(lock, lessons)} className="block text-sm text-muted">
                      {lockText(lock, lessons)}
                    </span>
                  ))}
                </span>
                <span className={`size-5 shrink-0 ${isDone ? 'text-good' : 'text-muted'}`}>
                  {isDone ? <CheckIcon /> : isLocked && player.isEnrolled && <LockIcon />}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </div>
  ))
}
