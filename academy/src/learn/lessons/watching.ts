import type { Lesson } from '@lyceum/sdk'
import { progress } from '../../offline/progress.ts'

/** Where videos stopped since the page was loaded: newer than what the server last said. */
const positions = new Map<string, number>()

export function stoppedAt(lesson: Lesson): number {
  const unsent = progress.pendingFor(lesson.id)?.positionSeconds
  return positions.get(lesson.id) ?? unsent ?? lesson.progress?.positionSeconds ?? 0
}

/** Reports what was played, and completes the lesson at its end. Returns how to stop. */
export function reportWatching(
  player: HTMLVideoElement,
  { lessonId, seconds }: { lessonId: string; seconds: number | null },
): () => void {
  const report = async () => {
    if (player.played.length === 0) return
    const positionSeconds = Math.floor(Math.min(player.currentTime, seconds ?? Infinity))
    positions.set(lessonId, positionSeconds)
    // Reports all of it each time: the server merges it, and a lost report loses nothing.
    const watched = seconds === null ? [] : rangesOf(player.played, seconds)
    await progress.report({ lessonId, positionSeconds, ...(watched.length > 0 && { watched }) })
  }
  const pause = () => void report().then(progress.flush)
  const complete = async () => {
    await report()
    await progress.report({ lessonId, completed: true })
    await progress.flush()
  }
  const end = new AbortController()
  player.addEventListener('pause', pause, { signal: end.signal })
  player.addEventListener('ended', complete, { signal: end.signal })
  const timer = setInterval(() => player.paused || report(), 15_000)
  return () => {
    pause()
    clearInterval(timer)
    end.abort()
  }
}

function rangesOf(played: TimeRanges, seconds: number): [from: number, to: number][] {
  const ranges = Array.from({ length: played.length }, (_, index): [number, number] => [
    Math.round(played.start(index)),
    Math.min(Math.round(played.end(index)), seconds),
  ])
  return ranges.filter(([from, to]) => from < to).slice(-100)
}
