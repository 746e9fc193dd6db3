import { isLyceumError, type Lock } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { showMinutes } from '../../ui/format.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'
import { Loaded, Notice } from '../../ui/loaded.tsx'
import { useTitle } from '../../ui/page.tsx'
import { lockText } from '../courses/lesson-state.tsx'
import { LessonBody } from './lesson-body.tsx'
import { LessonSteps } from './lesson-steps.tsx'
import { type Lesson, lessonQuery } from './queries.ts'
import type { Player } from './use-player.ts'

export function LessonView({ player, lessonId }: { player: Player; lessonId: string }) {
  const query = useQuery(lessonQuery(lessonId))
  const { course, isEnrolled } = player
  const { error } = query

  const isRefused = query.data === undefined && isLyceumError(error, 'lessons.get')
  if (isRefused && (error.name === 'LessonLocked' || error.name === 'NotEnrolled')) {
    const known = player.lessons.find(({ id }) => id === lessonId)
    return (
      <article className="mx-auto max-w-3xl">
        <LessonTitle title={known?.title ?? t('lesson.locked')} player={player} />
        {error.name === 'LessonLocked' ? (
          <Locked locks={error.facts?.locks ?? []} player={player} />
        ) : (
          <Notice
            icon={<LockIcon />}
            title={t('lesson.notEnrolled')}
            text={t('lesson.enrollFirst')}
          >
            <ToCourse slug={course.slug} />
          </Notice>
        )}
        <LessonSteps player={player} lessonId={lessonId} />
      </article>
    )
  }
  return (
    <Loaded query={query}>
      {(lesson) => (
        <article className="mx-auto flex max-w-3xl flex-col gap-6">
          <LessonTitle title={lesson.title} player={player} lesson={lesson} />
          <LessonBody lesson={lesson} player={player} />
          {isEnrolled ? null : (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-tint p-4">
              <p>{t('lesson.preview')}</p>
              <ToCourse slug={course.slug} />
            </div>
          )}
          <LessonSteps player={player} lessonId={lessonId} lesson={lesson} />
        </article>
      )}
    </Loaded>
  )
}

function ToCourse({ slug }: { slug: string }) {
  return (
    <ButtonLink to="/course/$course" params={{ course: slug }} look="primary">
      {t('lesson.toCourse')}
    </ButtonLink>
  )
}

interface LessonTitleProps {
  title: string
  player: Player
  lesson?: Lesson
}

/** Gets the focus when the reader comes from another lesson, so that screen readers read it. */
function LessonTitle({ title, player, lesson }: LessonTitleProps) {
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const isDone = player.lessons.some(({ id, isDone }) => id === lesson?.id && isDone)
  return (
    <div>
      <h1
        ref={heading}
        tabIndex={-1}
        {...inLanguageOf(player.course.language)}
        className="text-2xl font-bold text-balance outline-none sm:text-3xl"
      >
        {title}
      </h1>
      {lesson !== undefined && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span>{t(`field.type.${lesson.type}`)}</span>
          {lesson.minutes > 0 && <span>{showMinutes(lesson.minutes)}</span>}
          {!lesson.required && <Badge>{t('lesson.optional')}</Badge>}
          {isDone && <Badge tone="good">{t('outline.done')}</Badge>}
        </p>
      )}
    </div>
  )
}

/** In place of a lesson that is not open yet: what opens it. */
function Locked({ locks, player }: { locks: readonly Lock[]; player: Player }) {
  return (
    <Notice icon={<LockIcon />} title={t('lesson.locked')} text={t('lesson.locked.text')}>
      <ul className="flex flex-col gap-2">
        {locks.map((lock) => {
          const lesson = player.lessons.find(({ key }) => key === lock.lessonKey)
          const why = lockText(lock, player.lessons)
          return (
            <li key={why}>
              {lesson === undefined ? (
                why
              ) : (
                <TextLink
                  to="/course/$course/lesson/$lesson"
                  params={{ course: player.course.slug, lesson: lesson.id }}
                >
                  {why}
                </TextLink>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
