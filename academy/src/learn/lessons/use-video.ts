import { useEffect, useState } from 'react'
import { storage } from '../../base/storage.ts'
import { skipSeconds } from './video-keys.ts'

const speedKey = 'academy.videoSpeed'
const captionsKey = 'academy.captions'
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]

const events =
  'play pause ended timeupdate seeking durationchange loadedmetadata volumechange ratechange'

export type VideoState = ReturnType<typeof useVideo>

/** How a video stands, and what can be done with it; speed and captions are kept. */
export function useVideo(player: HTMLVideoElement | null, frame: HTMLElement | null) {
  const [, setTurn] = useState(0)
  useEffect(() => {
    if (player === null) return
    const end = new AbortController()
    const { signal } = end
    const update = () => setTurn((turn) => turn + 1)
    for (const name of events.split(' ')) player.addEventListener(name, update, { signal })
    player.textTracks.addEventListener('change', update, { signal })
    document.addEventListener('fullscreenchange', update, { signal })
    const speed = Number(storage.get(speedKey)) || 1
    // A new address would begin at the usual speed.
    Object.assign(player, { defaultPlaybackRate: speed, playbackRate: speed })
    if (storage.get(captionsKey) !== null) showCaptions(player, storage.get(captionsKey))
    update()
    return () => end.abort()
  }, [player])

  const length = player?.duration ?? 0
  const duration = Number.isFinite(length) ? length : 0
  function seek(seconds: number): void {
    if (player !== null) player.currentTime = Math.min(Math.max(0, seconds), duration || seconds)
  }
  return {
    isPaused: player?.paused ?? true,
    isOver: player?.ended ?? false,
    at: player?.currentTime ?? 0,
    duration,
    speed: player?.playbackRate ?? 1,
    volume: player?.muted ? 0 : (player?.volume ?? 1),
    captions: player === null ? undefined : captionsOf(player).find(isShowing)?.language,
    isFull: document.fullscreenElement !== null && document.fullscreenElement === frame,
    turn: () => (player?.paused ? void player.play().catch(() => undefined) : player?.pause()),
    seek,
    skip: (seconds = skipSeconds) => seek((player?.currentTime ?? 0) + seconds),
    setSpeed(speed: number): void {
      if (player === null) return
      Object.assign(player, { defaultPlaybackRate: speed, playbackRate: speed })
      storage.set(speedKey, String(speed))
    },
    setVolume(volume: number): void {
      if (player !== null) Object.assign(player, { volume, muted: volume === 0 })
    },
    setCaptions(language: string | null): void {
      if (player === null) return
      showCaptions(player, language)
      if (language === null) storage.remove(captionsKey)
      else storage.set(captionsKey, language)
    },
    fullScreen: () => void turnFull(player, frame).catch(() => undefined),
    smallWindow: () =>
      void (
        document.pictureInPictureElement
          ? document.exitPictureInPicture()
          : player?.requestPictureInPicture()
      )?.catch(() => undefined),
  }
}

export const captionsOf = (player: HTMLVideoElement) =>
  Array.from(player.textTracks).filter(({ kind }) => kind === 'captions' || kind === 'subtitles')

const isShowing = ({ mode }: TextTrack) => mode === 'showing'

/** Hidden ones stay loaded: the transcript follows them. */
function showCaptions(player: HTMLVideoElement, language: string | null): void {
  const all = captionsOf(player)
  const chosen = all.find((one) => one.language === language) ?? (language === null ? null : all[0])
  for (const track of all) {
    if (track === chosen) track.mode = 'showing'
    else if (isShowing(track)) track.mode = 'hidden'
  }
}

/** Phones of Apple enlarge videos alone. */
async function turnFull(
  player: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null,
  frame: HTMLElement | null,
): Promise<void> {
  if (document.fullscreenElement !== null) return document.exitFullscreen()
  if (frame?.requestFullscreen !== undefined) return frame.requestFullscreen()
  player?.webkitEnterFullscreen?.()
}
