import type { Lesson, LessonVideo } from '@lyceum/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Markdown } from '../../markdown/markdown.tsx'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { youtubeIdOf } from '../../ui/youtube.ts'
import { toLesson } from '../courses/links.ts'
import { lessonQuery } from '../courses/queries.ts'
import type { Player } from '../courses/use-player.ts'
import { playStream, playsStreams, streamType } from './play-stream.ts'
import { Transcript } from './transcript.tsx'
import { useVideo } from './use-video.ts'
import { turnCaptions, VideoControls } from './video-controls.tsx'
import { VideoElement } from './video-element.tsx'
import { pressKey } from './video-keys.ts'
import { reportWatching, stoppedAt } from './watching.ts'

interface VideoProps {
  lesson: Lesson
  video: LessonVideo
  player: Player
}

export function Video({ lesson, video, player }: VideoProps) {
  const [first] = video.sources
  const id = first?.type === 'video/youtube' ? youtubeIdOf(first.url) : undefined
  return (
    <>
      {id === undefined ? (
        <VideoPlayer lesson={lesson} video={video} player={player} />
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
function VideoPlayer({ lesson, video, player: { course, isEnrolled } }: VideoProps) {
  const player = useRef<HTMLVideoElement>(null)
  const [element, setElement] = useState<HTMLVideoElement | null>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [isUnplayable, setUnplayable] = useState(false)
  const state = useVideo(element, frame)
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
  async function renew({ target }: { target: EventTarget }): Promise<void> {
    if (player.current === null) return
    // An error right after a renewal has a different cause.
    const isRenewed = Date.now() - renewedAt < 60_000
    if (isRenewed && isOfLast(target)) setUnplayable(true)
    if (isRenewed) return
    goOnAt.current = player.current.currentTime || goOnAt.current
    wasPlaying.current = !player.current.paused
    await queries.refetchQueries({ queryKey: lessonQuery(lessonId).queryKey })
    setRenewedAt(Date.now())
  }
  useEffect(() => {
    if (renewedAt > 0) player.current?.load()
  }, [renewedAt])

  const hold = useCallback((video: HTMLVideoElement | null) => {
    player.current = video
    setElement(video)
  }, [])
  // An address that it cannot play would count as one that has ended.
  const sources = video.sources.filter(({ type }) => type !== streamType || playsStreams())
  const playable = { ...video, sources }
  const stream = video.sources.find(({ type }) => type === streamType)?.url
  useEffect(() => {
    if (element === null || stream === undefined) return
    return playStream(element, stream, () => setUnplayable(true))
  }, [element, stream])

  const press = useEffectEvent((event: KeyboardEvent) =>
    pressKey(event, {
      turn: state.turn,
      skip: state.skip,
      captions: () => turnCaptions(state, video.captions),
      fullScreen: state.fullScreen,
    }),
  )
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    frame?.addEventListener('keydown', listener)
    return () => frame?.removeEventListener('keydown', listener)
  }, [frame])

  return (
    <>
      <div
        ref={setFrame}
        className="group flex flex-col overflow-hidden rounded-xl border border-line bg-black"
      >
        <VideoElement
          ref={hold}
          video={playable}
          controls={false}
          tabIndex={0}
          playsInline
          preload="metadata"
          aria-label={lesson.title}
          // Browsers load captions from another origin only with this.
          crossOrigin={video.captions.length > 0 ? 'anonymous' : undefined}
          onClick={state.turn}
          onErrorCapture={(event) => (navigator.onLine ? void renew(event) : setUnplayable(true))}
          className="aspect-video min-h-0 w-full flex-1 bg-black"
        />
        <VideoControls video={state} captions={video.captions} />
      </div>
      {isUnplayable && (
        <p role="alert" className="text-bad">
          {t(navigator.onLine ? 'video.unplayable' : 'video.notKept')}
        </p>
      )}
      {state.isOver && lesson.next !== null && (
        <p className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-tint p-4">
          {t('video.over')}
          <ButtonLink {...toLesson(course.slug, lesson.next.id)} look="primary">
            {t('lesson.next')}: <bdi>{lesson.next.title}</bdi>
          </ButtonLink>
        </p>
      )}
      {element !== null && video.captions.length > 0 && (
        <Transcript player={element} video={state} />
      )}
    </>
  )
}

/** Whether nothing is left to play: neither captions nor the first of two sources end it. */
function isOfLast(target: EventTarget): boolean {
  return target instanceof Element && target.matches('video, source:last-of-type')
}
