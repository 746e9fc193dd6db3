let player: HTMLVideoElement | undefined

/** The video of the lesson that is open: where it is, and how to go elsewhere in it. */
export const videoPlace = {
  /** Seconds from its beginning; undefined where no video is open. */
  position: (): number | undefined => player && Math.floor(player.currentTime),
  seek(seconds: number): void {
    if (player === undefined) return
    player.currentTime = seconds
    player.scrollIntoView({ block: 'nearest' })
  },
}

/** Makes it the one that is open. Returns how to end that. */
export function holdVideo(video: HTMLVideoElement): () => void {
  player = video
  return () => {
    if (player === video) player = undefined
  }
}
