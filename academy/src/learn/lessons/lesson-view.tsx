import { isLyceumError, type Lesson, type Lock } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { partsOf } from '../../lessons/lessons.ts'
import { LanguageOfTexts } from '../../markdown/language-of-texts.ts'
import { FilesOfLesson, HtmlOfLesson, Markdown } from '../../markdown/markdown.tsx'
import { useIsSignedIn } from '../../session/session.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded, Notice, TextSkeleton } from '../../ui/data/loaded.tsx'
import { showMinutes } from '../../ui/format.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { inLanguageOf } from '../../ui/in-language.ts'
import { TextLink } from '../../ui/link.tsx'
import { useTitle } from '../../ui/page.tsx'
import { lockText } from '../courses/lesson-row.tsx'
import { toCourse, toLesson } from '../courses/links.ts'
import { lessonQuery, previewQuery } from '../courses/queries.ts'
import type { Player, PlayerLesson } from '../courses/use-player.ts'
import { LessonSteps } from './lesson-steps.tsx'

const LessonThreads = part(() => import('../threads/lesson-threads.tsx'), 'LessonThreads')
const LessonNotes = part(() => import('../notes/lesson-notes.tsx'), 'LessonNotes')

/** Shows a lesson with what belongs to it, or what stands in between. */
export function LessonView({ player, lessonId }: { player: Player; lessonId: string }) {
  const { course, lessons, isEnrolled } = player
  const lesson = lessons.find(({ id }) => id === lessonId)
  const isSignedIn = useIsSignedIn()
  const isPreview = lesson?.preview === true
  const own = useQuery({ ...lessonQuery(lessonId), enabled: isSignedIn })
  const preview = useQuery({
    ...previewQuery(course.slug, lesson?.key ?? lessonId),
    enabled: !isSignedIn && isPreview,
  })
  const query = isSignedIn ? own : preview
  const { data, error } = query
  const refusal = data === undefined && isLyceumError(error, 'lessons.get') ? error : undefined
  const toItsCourse = (
    <ButtonLink {...toCourse(course.slug)} look="primary">
      {t('lesson.toCourse')}
    </ButtonLink>
  )
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-6">
      {lesson && <LessonTitle lesson={lesson} player={player} />}
      {refusal?.name === 'LessonLocked' ? (
        <Locked locks={refusal.facts?.locks ?? []} player={player} />
      ) : refusal?.name === 'NotEnrolled' || !(isSignedIn || isPreview) ? (
        <Notice icon={<LockIcon />} title={t('lesson.notEnrolled')} text={t('lesson.enrollFirst')}>
          {toItsCourse}
        </Notice>
      ) : (
        <Loaded query={query} loading={<TextSkeleton />}>
          {(lesson) => <LessonBody lesson={lesson} player={player} />}
        </Loaded>
      )}
      {data && isSignedIn && (
        <Suspense>
          <LessonNotes lesson={data} />
        </Suspense>
      )}
      {data && isEnrolled && data.lessonQuestions !== 'none' && (
        <Suspense>
          <LessonThreads lesson={data} />
        </Suspense>
      )}
      {data && !isEnrolled && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-tint p-4">
          <p>{t('lesson.preview')}</p>
          {toItsCourse}
        </div>
      )}
      <LessonSteps player={player} lessonId={lessonId} isLoaded={data !== undefined} />
    </article>
  )
}

/** Gets the focus when the reader comes from another lesson, so that screen readers read it. */
function LessonTitle({ lesson, player }: { lesson: PlayerLesson; player: Player }) {
  const { title, type, minutes, required, preview, isDone } = lesson
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
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
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>{t(`field.type.${type}`)}</span>
        {minutes > 0 && <span>{showMinutes(minutes)}</span>}
        {preview && !player.isEnrolled && <Badge tone="good">{t('lesson.isPreview')}</Badge>}
        {!required && <Badge>{t('lesson.optional')}</Badge>}
        {isDone && <Badge tone="good">{t('outline.done')}</Badge>}
      </p>
    </div>
  )
}

/** Shows a video above the lesson's text, and tasks below it. */
function LessonBody({ lesson, player }: { lesson: Lesson; player: Player }) {
  const { course } = player
  const isSignedIn = useIsSignedIn()
  const { Body, isAboveText, completesBy } = partsOf(lesson.type)
  // Attempts belong to an account.
  const body = Body && (isSignedIn || completesBy !== 'pass') && (
    <Body lesson={lesson} player={player} />
  )
  return (
    <HtmlOfLesson value={lesson.html}>
      <LanguageOfTexts value={course.language}>
        <FilesOfLesson value={lesson.files}>
          <Suspense fallback={<TextSkeleton />}>
            {isAboveText && body}
            {lesson.content !== '' && <Markdown text={lesson.content} course={course} />}
            {!isAboveText && body}
          </Suspense>
        </FilesOfLesson>
      </LanguageOfTexts>
    </HtmlOfLesson>
  )
}

/** Says what unlocks a lesson, in place of its content. */
function Locked({ locks, player }: { locks: readonly Lock[]; player: Player }) {
  const { course, lessons } = player
  const toDo = locks.filter(({ code }) => code !== 'NotYet')
  const days = locks.filter(({ code }) => code === 'NotYet')
  const opens = days.map((lock) => `${lockText(lock, lessons)}.`).join(' ')
  const text = toDo.length === 0 ? opens : `${opens} ${t('lesson.locked.text')}`
  return (
    <Notice icon={<LockIcon />} title={t('lesson.locked')} text={text}>
      <ul className="flex flex-col gap-2">
        {toDo.map((lock) => {
          const lesson = lessons.find(({ key }) => key === lock.lessonKey)
          const why = lockText(lock, lessons)
          return (
            <li key={why}>
              {lesson ? <TextLink {...toLesson(course.slug, lesson.id)}>{why}</TextLink> : why}
            </li>
          )
        })}
      </ul>
      <ButtonLink {...toCourse(course.slug)}>{t('lesson.toCourse')}</ButtonLink>
    </Notice>
  )
}
