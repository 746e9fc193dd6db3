/** What stands before the hosts, the hosts, and what stands after them. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/**
 * One URL per host of a URL like `postgres://user:password@one:5432,two:5433/database`, in the same
 * order; they differ in their host and port alone.
 */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  if (before === '') return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** True for a URL of PostgreSQL with one host or several. */
export function isDatabaseUrl(text: string): boolean {
  if (!parts.test(text)) return false
  const urls = hostUrls(text)
  return urls.every(
    (url) => URL.canParse(url) && (urls.length === 1 || new URL(url).hostname !== ''),
  )
}

/** The hosts with their ports, and nothing else: `one:5432, two:5433`. Undefined without a host. */
export function describeHosts(url: string): string | undefined {
  const hosts = hostUrls(url).map((hostUrl) => new URL(hostUrl))
  if (hosts.some(({ hostname }) => hostname === '')) return undefined
  return hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(', ')
}
