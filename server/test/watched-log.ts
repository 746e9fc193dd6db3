import { type Logger, pino } from 'pino'
import type { Deps } from '../context.ts'
import type { Keys } from '../security/key-ring/keys.ts'

export interface WatchedLog {
  log: Logger
  /**
   * Adds the secrets of this service: its keys, and all passwords, tokens, sessions and addresses of
   * files that it handles from now on.
   */
  watch(deps: Deps, keys: Keys): void
  /** Something else that must not be found in the log, like a code in a mail or a cookie. */
  addSecret(secret: string): void
  forgetLines(): void
  /** Throws when a secret stands in a line of the log. */
  requireNoSecrets(): void
}

/**
 * The log of a service under test, every line of it: kept, and searched for secrets at the end.
 * Errors are shown, unless the test collects the lines itself.
 */
export function watchedLog(collected: string[] | undefined, fields?: () => object): WatchedLog {
  const lines: string[] = []
  const secrets = new Set<string>()
  const log = pino(
    { level: 'trace', ...(fields !== undefined && { mixin: fields }) },
    {
      write: (line) => {
        lines.push(line)
        collected?.push(line)
        if (collected === undefined && /^\{"level":[56]0/.test(line)) process.stdout.write(line)
      },
    },
  )

  function addSecret(secret: string): void {
    // Text shorter than a code is found everywhere, and is no secret of ours.
    if (secret.length >= 8) secrets.add(secret)
  }

  return {
    log,
    addSecret,
    watch: (
      { tokens, sessions, apiKeys, passwords, mediaUrls },
      { signing, peppers, codes, credentials },
    ) => {
      for (const { d } of [...signing, ...credentials]) if (d !== undefined) addSecret(d)
      for (const { secret } of [...peppers, ...codes]) addSecret(secret)

      const { urlOf } = mediaUrls
      mediaUrls.urlOf = (...given) => {
        const url = urlOf(...given)
        addSecret(new URL(url).searchParams.get('signature') ?? '')
        return url
      }
      const { issue } = tokens
      tokens.issue = async (...given) => {
        const token = await issue(...given)
        addSecret(token)
        return token
      }
      const { open } = sessions
      sessions.open = async (...given) => {
        const session = await open(...given)
        addSecret(session.id)
        return session
      }
      const { make } = apiKeys
      apiKeys.make = (...given) => {
        const key = make(...given)
        for (const secret of [key.text, key.secretHash]) addSecret(secret)
        return key
      }
      const { hash, matches } = passwords
      passwords.hash = async (password, ...given) => {
        const hashed = await hash(password, ...given)
        for (const secret of [password, hashed.hash]) addSecret(secret)
        return hashed
      }
      passwords.matches = (password, ...given) => {
        addSecret(password)
        return matches(password, ...given)
      }
    },
    forgetLines: () => {
      lines.length = 0
    },
    requireNoSecrets: () => {
      const text = lines.join('')
      for (const secret of secrets) {
        if (!stands(secret, text)) continue
        const line = lines.find((line) => stands(secret, line))
        throw new Error(
          `A secret stands in the log, in this line: ${line?.replaceAll(secret, '<the secret>')}`,
        )
      }
    },
  }
}

/** Whether it stands as a word of its own: digits of a code may well be part of an id. */
function stands(secret: string, text: string): boolean {
  for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + secret.length]]
    if (!/[0-9A-Za-z]/.test(before) && !/[0-9A-Za-z]/.test(after)) return true
  }
  return false
}
