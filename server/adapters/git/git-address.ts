import { isIP } from 'node:net'
import { type GitAddress, GitFault } from './types.ts'

const maxUrlCharacters = 500
const maxBranchCharacters = 200

/**
 * Returns the address as git may get it: only https, and http where private addresses are allowed.
 * @throws GitFault
 */
export function readGitUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): URL {
  const url = text.length <= maxUrlCharacters && URL.canParse(text) ? new URL(text) : undefined
  const isKnown = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (url === undefined || !isKnown || url.username !== '' || url.password !== '')
    throw new GitFault('address')
  const isPlain = !/[\s\\]|\p{Cc}/u.test(text) && url.search === '' && url.hash === ''
  if (!isPlain || url.hostname.endsWith('.') || url.pathname === '/') throw new GitFault('address')
  // Refuses `-`, `+` and `*` at the front of a pinned host, which curl reads as orders of its own.
  if (!/^[\p{L}\d[]/u.test(url.hostname)) throw new GitFault('address')
  return url
}

/** Whether git-check-ref-format(1) accepts it; options are no names. */
export function isBranchName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= maxBranchCharacters &&
    !/[\s~^:?*[\\]|\p{Cc}|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/u.test(name) &&
    !/^[-/.]|[/.]$|^@$/.test(name)
  )
}

/** Address and settings with which git is started, and nothing else. */
interface GitRoute {
  url: string
  ref: string
  settings: Record<string, string>
}

export interface RouteOptions {
  allowPrivate: boolean
  /** Returns the addresses of a host; rejects with a `reason` if none may be connected to. */
  resolve: (host: string) => Promise<readonly string[]>
}

/** @throws GitFault */
export async function routeTo(
  { url: text, branch, credential }: GitAddress,
  { allowPrivate, resolve }: RouteOptions,
): Promise<GitRoute> {
  const url = readGitUrl(text, { allowPrivate })
  if (branch !== null && !isBranchName(branch)) throw new GitFault('branchName')
  const addresses = await resolve(url.hostname).catch((error: unknown) => {
    const isInner = error instanceof Error && 'reason' in error && error.reason === 'inner'
    throw new GitFault(isInner ? 'inner' : 'unknownHost')
  })
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  return {
    url: url.href,
    ref: branch === null ? 'HEAD' : `refs/heads/${branch}`,
    settings: {
      // Connects to what was looked up here: a second look-up could lead elsewhere.
      ...(isName && {
        'http.curloptResolve': `${url.hostname}:${port}:${addresses.map(inBrackets).join(',')}`,
      }),
      ...(credential !== null && { 'http.extraHeader': headerOf(credential) }),
    },
  }
}

function inBrackets(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}

/** Sends a token as the password of any user, which GitHub, GitLab and Gitea accept. */
function headerOf(credential: string): string {
  const pair = credential.includes(':') ? credential : `x-access-token:${credential}`
  return `Authorization: Basic ${Buffer.from(pair).toString('base64')}`
}
