import { useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { inLanguageOf } from '../../ui/in-language.ts'
import { showTime } from './show-time.ts'
import { captionsOf, type VideoState } from './use-video.ts'

interface Cue {
  from: number
  text: string
}

/** Cues beyond these are left out: files of captions have no bound. */
const mostCues = 5_000

/** What is said, from the captions: follows the video, and a click goes there. */
export function Transcript({ player, video }: { player: HTMLVideoElement; video: VideoState }) {
  const [isOpen, setOpen] = useState(false)
  const { cues, language } = useCues(player, { isOpen, shown: video.captions })
  const box = useRef<HTMLOListElement>(null)
  const now = cues.findLastIndex(({ from }) => from <= video.at + 0.05)
  useEffect(() => {
    const [list, row] = [box.current, box.current?.children[now]]
    // A reader who looks elsewhere in it is not torn away.
    if (!list || !(row instanceof HTMLElement) || list.matches(':hover, :focus-within')) return
    list.scrollTop = row.offsetTop - list.clientHeight / 2
  }, [now])
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-xl border border-line px-4 py-2"
    >
      <summary className="py-1 font-medium">{t('video.transcript')}</summary>
      <ol
        ref={box}
        {...inLanguageOf(language)}
        className="relative max-h-72 overflow-y-auto overscroll-contain"
      >
        {cues.map(({ from, text }, index) => (
          <li key={`${from} ${text}`}>
            <button
              type="button"
              aria-current={index === now || undefined}
              onClick={() => video.seek(from)}
              className="flex w-full gap-3 rounded-lg p-2 text-start hover:bg-panel aria-current:bg-tint"
            >
              <span className="shrink-0 text-sm text-muted tabular-nums">{showTime(from)}</span>
              <span>{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Reads the cues of the captions that are shown, or else of the first, once they are loaded. */
function useCues(
  player: HTMLVideoElement,
  { isOpen, shown }: { isOpen: boolean; shown: string | undefined },
): { cues: Cue[]; language: string | undefined } {
  const [read, setRead] = useState<{ cues: Cue[]; language: string | undefined }>()
  useEffect(() => {
    if (!isOpen) return
    const elements = [...player.querySelectorAll('track')]
    const element = elements.find((one) => one.srclang === shown) ?? elements[0]
    const track = element?.track
    if (element === undefined || !track || !captionsOf(player).includes(track)) return
    const take = () => setRead({ cues: cuesOf(track), language: track.language || undefined })
    if (track.mode === 'disabled') track.mode = 'hidden'
    element.addEventListener('load', take)
    take()
    return () => element.removeEventListener('load', take)
  }, [player, isOpen, shown])
  return read ?? { cues: [], language: undefined }
}

function cuesOf(track: TextTrack): Cue[] {
  const cues = Array.from(track.cues ?? []).slice(0, mostCues) as VTTCue[]
  return cues.map((cue) => ({
    from: cue.startTime,
    text: (cue.getCueAsHTML().textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
  }))
}
