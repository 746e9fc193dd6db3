const pattern = /(?:[?&]v=|youtu\.be\/|\/(?:embed|live|shorts)\/)([\w-]{11})(?![\w-])/
const hosts = /^(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com|youtu\.be)$/

/** Returns the id of a video of YouTube; undefined for any other address. */
export function youtubeIdOf(url: string): string | undefined {
  const { hostname = '' } = URL.parse(url) ?? {}
  return hosts.test(hostname) ? pattern.exec(url)?.[1] : undefined
}
