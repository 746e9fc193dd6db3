import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { progress } from '../../offline/progress.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CheckIcon, NextIcon, PreviousIcon } from '../../ui/icons.tsx'
import { type Lesson, type States, statesQuery } from './queries.ts'
import type { Player } from './use-player.ts'

interface LessonStepsProps {
  player: Player
  lessonId: string
  /** Missing while it is locked. */
  lesson?: Lesson
}

/** Completes the lesson, and leads on: by buttons, and by the arrow keys. */
export function LessonSteps({ player, lessonId, lesson }: LessonStepsProps) {
  const { course, lessons, isEnrolled } = player
  const router = useRouter()
  const [isPending, setPending] = useState(false)
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const [previous, current, next] = [lessons[at - 1], lessons[at], lessons[at + 1]]
  const stepTo = (id: string) =>
    ({ to: '/course/$course/lesson/$lesson', params: { course: course.slug, lesson: id } }) as const
  const open = (id: string | undefined) => id !== undefined && router.navigate(stepTo(id))
  useArrowKeys({ back: () => open(previous?.id), on: () => open(next?.id) })

  // The others complete by a pass, or by their course.
  const isByButton = lesson && !['quiz', 'assignment', 'course'].includes(lesson.type)
  const canComplete = isEnrolled && isByButton && current?.isDone === false

  async function complete(): Promise<void> {
    setPending(true)
    await progress.report({ lessonId, completed: true })
    // Without a network nobody waits: it is sent later.
    if (navigator.onLine) await Promise.race([sendNow(), pause(4_000)])
    setPending(false)
    const states = queryClient.getQueryData<States>(statesQuery(course.id).queryKey)
    const isSaved = states?.items.some((one) => one.lessonId === lessonId && one.completedAt)
    // Refused: that was said.
    if (!isSaved && progress.pendingFor(lessonId) === undefined) return
    if (!player.isCompleted && states != null && states.completedAt !== null)
      return router.navigate({ to: '/course/$course/done', params: { course: course.slug } })
    const left = lessons.find(({ id, isDone, required }) => !isDone && required && id !== lessonId)
    await open(next?.id ?? left?.id)
  }

  return (
    <nav
      aria-label={t('lesson.steps')}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5"
    >
      {previous ? (
        <ButtonLink {...stepTo(previous.id)} rel="prev">
          <PreviousIcon /> {t('lesson.previous')}
        </ButtonLink>
      ) : (
        <span />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {canComplete && (
          <Button look="primary" isPending={isPending} onClick={() => void complete()}>
            <CheckIcon /> {next ? t('lesson.completeAndGoOn') : t('lesson.complete')}
          </Button>
        )}
        {next && (
          <ButtonLink {...stepTo(next.id)} rel="next" look={current?.isDone ? 'primary' : 'normal'}>
            {t('lesson.next')} <NextIcon />
          </ButtonLink>
        )}
      </div>
      <p className="w-full text-end text-sm text-muted pointer-coarse:hidden">{t('lesson.keys')}</p>
    </nav>
  )
}

/** The arrows turn pages, unless they mean something where the focus is. */
function useArrowKeys({ back, on }: { back: () => unknown; on: () => unknown }): void {
  const turn = useEffectEvent((event: KeyboardEvent) => {
    const isFree = event.target instanceof Element && event.target.closest(takesArrows) === null
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!isFree || hasModifier || event.defaultPrevented) return
    const isReversed = document.documentElement.dir === 'rtl'
    if (event.key === 'ArrowRight') isReversed ? back() : on()
    if (event.key === 'ArrowLeft') isReversed ? on() : back()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => turn(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const takesArrows = 'input, textarea, select, video, audio, dialog, [popover], [tabindex="0"]'

async function sendNow(): Promise<void> {
  await progress.flush()
  await queryClient.invalidateQueries()
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
