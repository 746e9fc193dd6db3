const maxUrlCharacters = 500

interface UrlRules {
  /** Allows http as well: for development. */
  allowHttp: boolean
}

/** Returns why messages cannot be sent to a URL; undefined if they can. */
export function objectionTo(text: string, { allowHttp }: UrlRules): string | undefined {
  if (text.length > maxUrlCharacters) return `must have at most ${maxUrlCharacters} characters`
  if (/[\s\\]|\p{Cc}/u.test(text) || !URL.canParse(text)) return 'must be a URL'
  const { protocol, username, password, port, hostname } = new URL(text)
  if (protocol !== 'https:' && !(allowHttp && protocol === 'http:'))
    return 'must begin with https:// (`lyceum listen` forwards events to your own machine)'
  if (!/^https?:\/\/[^/]/i.test(text) || hostname === '') return 'must be a URL'
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
    return 'must have no user name and no password'
  if (text.includes('#')) return 'must have no part after #'
  if (port === '0') return 'must have a port above 0'
  return undefined
}
