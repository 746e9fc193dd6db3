/** Splits a URL into the part before its hosts, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/**
 * Returns a URL for each host of a URL like `postgres://user:password@one:5432,two:5433/database`,
 * in order; they differ only in host and port.
 */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  if (before === '') return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Whether the text is a PostgreSQL URL, with one host or several. */
export function isDatabaseUrl(text: string): boolean {
  if (!parts.test(text)) return false
  const urls = hostUrls(text)
  return urls.every(
    (url) => URL.canParse(url) && (urls.length === 1 || new URL(url).hostname !== ''),
  )
}

/** Lists only the hosts with their ports: `one:5432, two:5433`. Undefined without a host. */
export function describeHosts(url: string): string | undefined {
  const hosts = hostUrls(url).map((hostUrl) => new URL(hostUrl))
  if (hosts.some(({ hostname }) => hostname === '')) return undefined
  return hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(', ')
}
