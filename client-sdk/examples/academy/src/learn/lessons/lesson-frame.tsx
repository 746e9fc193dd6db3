import { useEffect, useRef } from 'react'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CloseIcon, MenuIcon } from '../../ui/icons.tsx'
import { LessonView } from './lesson-view.tsx'
import { Outline } from './outline.tsx'
import type { Course } from './queries.ts'
import { useReadAhead } from './read-ahead.ts'
import { type Player, usePlayer } from './use-player.ts'

/** A lesson with the outline of its course beside it; on phones the outline slides in. */
export function LessonFrame({ course, lessonId }: { course: Course; lessonId: string }) {
  const player = usePlayer(course)
  useReadAhead(player, lessonId)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1">
      <aside
        aria-label={t('lesson.course')}
        className="hidden w-80 shrink-0 border-e border-line lg:block"
      >
        <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto p-4">
          <Outline player={player} />
        </div>
      </aside>
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8">
        <Drawer player={player} lessonId={lessonId} />
        <LessonView key={lessonId} player={player} lessonId={lessonId} />
      </main>
    </div>
  )
}

function Drawer({ player, lessonId }: { player: Player; lessonId: string }) {
  const drawer = useRef<HTMLDialogElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes where another lesson opens.
  useEffect(() => drawer.current?.close(), [lessonId])
  return (
    <div className="mb-4 lg:hidden">
      <Button onClick={() => drawer.current?.showModal()}>
        <MenuIcon /> {t('lesson.outline')}
      </Button>
      <dialog
        ref={drawer}
        aria-label={t('lesson.outline')}
        className="ms-0 me-auto my-0 h-dvh max-h-none w-80 max-w-[85vw] overflow-y-auto border-e border-line bg-paper p-4 text-ink backdrop:bg-black/50"
      >
        <div className="flex justify-end">
          <IconButton label={t('close')} onClick={() => drawer.current?.close()}>
            <CloseIcon />
          </IconButton>
        </div>
        <Outline player={player} />
      </dialog>
    </div>
  )
}
