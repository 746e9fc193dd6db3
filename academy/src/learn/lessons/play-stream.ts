/** The media type of a stream in pieces, as its list names them (`.m3u8`). */
export const streamType = 'application/vnd.apple.mpegurl'

/** Whether the browser plays streams by itself. */
export const playsStreams = () => document.createElement('video').canPlayType(streamType) !== ''

/**
 * Plays a stream in browsers that do not play it by themselves; the script for it is loaded only
 * then. Returns how to stop.
 */
export function playStream(player: HTMLVideoElement, url: string, fail: () => void): () => void {
  if (playsStreams()) return () => undefined
  let stop: () => void = () => undefined
  let isOver = false
  const play = async () => {
    const { default: Hls } = await import('hls.js')
    if (isOver) return
    if (!Hls.isSupported()) return fail()
    // The pages' policy lets no worker be made of a text.
    const stream = new Hls({ enableWorker: false })
    stream.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && fail())
    stream.loadSource(url)
    stream.attachMedia(player)
    stop = () => stream.destroy()
  }
  play().catch(fail)
  return () => {
    isOver = true
    stop()
  }
}
