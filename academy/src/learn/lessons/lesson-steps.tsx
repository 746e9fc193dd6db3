import type { Outputs } from '@lyceum/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { partsOf } from '../../lessons/lessons.ts'
import { progress } from '../../offline/progress.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CheckIcon, NextIcon, PreviousIcon } from '../../ui/icons.tsx'
import { toLesson } from '../courses/links.ts'
import { statesQuery } from '../courses/queries.ts'
import type { Player } from '../courses/use-player.ts'

interface LessonStepsProps {
  player: Player
  lessonId: string
  isLoaded: boolean
}

/** Completes the lesson, and leads on: by buttons, and by the arrow keys. */
export function LessonSteps({ player, lessonId, isLoaded }: LessonStepsProps) {
  const { course, lessons, isEnrolled } = player
  const router = useRouter()
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const [previous, current, next] = [lessons[at - 1], lessons[at], lessons[at + 1]]
  const stepTo = (id: string) => toLesson(course.slug, id)
  const open = (id: string | undefined) => id !== undefined && router.navigate(stepTo(id))
  useArrowKeys({ back: () => open(previous?.id), on: () => open(next?.id) })

  const isByButton = current && partsOf(current.type).completesBy === 'button'
  const canComplete = isEnrolled && isLoaded && isByButton && !current.isDone

  async function complete(): Promise<unknown> {
    await progress.report({ lessonId, completed: true })
    // Offline nobody waits: the report is sent later.
    if (navigator.onLine) await Promise.race([sendNow(), pause(4_000)])
    const states = queryClient.getQueryData<Outputs['progress']['get']>(
      statesQuery(course.id).queryKey,
    )
    const isSaved = states?.items.some((one) => one.lessonId === lessonId && one.completedAt)
    // Refused: that was said.
    if (!isSaved && progress.pendingFor(lessonId) === undefined) return undefined
    if (!player.isCompleted && states != null && states.completedAt !== null)
      return router.navigate({ to: '/course/$course/done', params: { course: course.slug } })
    const left = lessons.find(({ id, isDone, required }) => !isDone && required && id !== lessonId)
    return open(next?.id ?? left?.id)
  }
  const { mutate, isPending } = useMutation({
    mutationFn: complete,
    meta: { changesNothingElse: true },
  })

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
      <div className="flex flex-wrap justify-end gap-3 max-sm:contents">
        {canComplete && (
          <div className="max-sm:-order-1 max-sm:w-full max-sm:*:w-full">
            <Button look="primary" isPending={isPending} onClick={() => mutate()}>
              <CheckIcon /> {next ? t('lesson.completeAndGoOn') : t('lesson.complete')}
            </Button>
          </div>
        )}
        {next && (
          <ButtonLink {...stepTo(next.id)} rel="next" look={current?.isDone ? 'primary' : 'normal'}>
            {t('lesson.next')} <NextIcon />
          </ButtonLink>
        )}
      </div>
      <p className="w-full text-end text-sm text-muted max-sm:hidden pointer-coarse:hidden">
        {t('lesson.keys')}
      </p>
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
