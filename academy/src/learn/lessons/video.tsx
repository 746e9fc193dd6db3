import type { Lesson, LessonVideo } from '@lyceum/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { lessonQuery } from '../courses/queries.ts'
import { VideoElement } from './video-element.tsx'
import { reportWatching, stoppedAt } from './watching.ts'

const youtubeId = /(?:[?&]v=|youtu\.be\/|\/(?:embed|live|shorts)\/)([\w-]{11})(?![\w-])/

interface VideoProps {
  lesson: Lesson
  video: LessonVideo
  isEnrolled: boolean
}

export function Video({ lesson, video, isEnrolled }: VideoProps) {
  const [first] = video.sources
  const id = first?.type === 'video/youtube' ? youtubeId.exec(first.url)?.[1] : undefined
  return (
    <>
      {id === undefined ? (
        <VideoPlayer lesson={lesson} video={video} isEnrolled={isEnrolled} />
      ) : (
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${id}`}
          title={lesson.title}
          allow="encrypted-media; fullscreen; picture-in-picture"
          sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
          referrerPolicy="strict-origin-when-cross-origin"
          className="aspect-video w-full rounded-xl border border-line"
        />
      )}
      {video.transcript !== null && (
        <details className="rounded-xl border border-line px-4 py-2">
          <summary className="py-1 font-medium">{t('lesson.transcript')}</summary>
          <Markdown text={video.transcript} />
        </details>
      )}
    </>
  )
}

/** Goes on where the learner stopped, reports what was watched, and renews addresses that ended. */
function VideoPlayer({ lesson, video, isEnrolled }: VideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  const queries = useQueryClient()
  const { id: lessonId } = lesson
  const { seconds } = video

  useEffect(() => {
    if (player.current === null || !isEnrolled) return
    return reportWatching(player.current, { lessonId, seconds })
  }, [lessonId, seconds, isEnrolled])

  const goOnAt = useRef(stoppedAt(lesson))
  const wasPlaying = useRef(false)
  useEffect(() => {
    const video = player.current
    const goOn = () => {
      if (video === null) return
      const isNearEnd = goOnAt.current > video.duration - 5
      if (goOnAt.current > 3 && !isNearEnd) video.currentTime = goOnAt.current
      if (wasPlaying.current) void video.play()
    }
    // A cached video is ready before anybody listens.
    if (video !== null && video.readyState > 0) goOn()
    video?.addEventListener('loadedmetadata', goOn)
    return () => video?.removeEventListener('loadedmetadata', goOn)
  }, [])

  const [renewedAt, setRenewedAt] = useState(0)
  async function renew(): Promise<void> {
    // An error right after a renewal has a different cause.
    if (player.current === null || Date.now() - renewedAt < 60_000) return
    goOnAt.current = player.current.currentTime || goOnAt.current
    wasPlaying.current = !player.current.paused
    await queries.refetchQueries({ queryKey: lessonQuery(lessonId).queryKey })
    setRenewedAt(Date.now())
  }
  useEffect(() => {
    if (renewedAt > 0) player.current?.load()
  }, [renewedAt])

  return (
    <VideoElement
      ref={player}
      video={video}
      playsInline
      preload="metadata"
      aria-label={lesson.title}
      // Browsers load captions from another origin only with this.
      crossOrigin={video.captions.length > 0 ? 'anonymous' : undefined}
      onErrorCapture={() => void renew()}
      className="aspect-video w-full rounded-xl bg-black"
    />
  )
}
