import { progress } from '../../offline/progress.ts'
import type { Lesson } from './queries.ts'

/** Where videos stopped since the page was loaded: newer than what was read of the lesson. */
const positions = new Map<string, number>()

export function stoppedAt({ id, progress }: Lesson): number {
  return positions.get(id) ?? progress?.positionSeconds ?? 0
}

/** Reports what was played, and completes the lesson at its end. Returns how to stop. */
export function reportWatching(
  player: HTMLVideoElement,
  { lessonId, seconds }: { lessonId: string; seconds: number | null },
): () => void {
  const report = () => {
    if (player.played.length === 0) return
    const positionSeconds = Math.floor(Math.min(player.currentTime, seconds ?? Infinity))
    positions.set(lessonId, positionSeconds)
    // All of it each time: the server adds it to what it has, and nothing is lost on the way.
    const watched = seconds === null ? [] : rangesOf(player.played, seconds)
    void progress.report({ lessonId, positionSeconds, ...(watched.length > 0 && { watched }) })
  }
  const complete = () => {
    report()
    void progress.report({ lessonId, completed: true })
    void progress.flush()
  }
  player.addEventListener('pause', report)
  player.addEventListener('ended', complete)
  const timer = setInterval(() => !player.paused && report(), 15_000)
  return () => {
    report()
    clearInterval(timer)
    void progress.flush()
    player.removeEventListener('pause', report)
    player.removeEventListener('ended', complete)
  }
}

function rangesOf(played: TimeRanges, seconds: number): [from: number, to: number][] {
  const ranges = Array.from({ length: played.length }, (_, index): [number, number] => [
    Math.round(played.start(index)),
    Math.min(Math.round(played.end(index)), seconds),
  ])
  return ranges.filter(([from, to]) => from < to).slice(-100)
}
