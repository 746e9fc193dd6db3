import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from './key-ring/key-ring.ts'

/** Step of expiry: an address stays the same and good until a whole step ends. */
const stepSeconds = 5 * 60
/** Longest name in an address, in characters. */
const maxNameLength = 100

export interface SignedMedia {
  sha256: string
  name: string
  until: string
  signature: string
}

/** Addresses of files, readable by their holders for 5 to 10 minutes. */
export interface MediaUrls {
  /** Returns the address; `name` is the file's name, the last part of a path. */
  urlOf(file: { sha256: string; name: string }, now: Date): string
  /** Returns when the address ends; undefined once it has, or if it is not ours. */
  verify(file: SignedMedia, now: Date): Date | undefined
}

export interface MediaUrlOptions {
  keys: Pick<KeyRing, 'codes' | 'allCodes'>
  publicUrl: string
}

/** Signs with keys derived from those of one-time codes, which rotate with them. */
export function createMediaUrls({ keys, publicUrl }: MediaUrlOptions): MediaUrls {
  return {
    urlOf: ({ sha256, name: path }, now) => {
      const name = nameOf(path)
      const steps = Math.floor(now.getTime() / 1_000 / stepSeconds) + 2
      const until = String(steps * stepSeconds)
      const signature = sign(keys.codes, { sha256, name, until }).toString('base64url')
      const file = `${sha256}/${inText(name)}`
      return `${publicUrl}/media/${file}?until=${until}&signature=${signature}`
    },
    verify: ({ signature, ...file }, now) => {
      const given = Buffer.from(signature, 'base64url')
      const isOurs = keys.allCodes.map((key) => {
        const expected = sign(key, file)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      const until = new Date(Number(file.until) * 1_000)
      return isOurs.includes(true) && until > now ? until : undefined
    },
  }
}

function sign(
  secret: string,
  { sha256, name, until }: Pick<SignedMedia, 'sha256' | 'name' | 'until'>,
): Buffer {
  const key = createHmac('sha256', Buffer.from(secret, 'base64url')).update('media').digest()
  return createHmac('sha256', key).update(`${sha256}\n${until}\n${name}`).digest()
}

/** Encodes it without anything that would end a link in Markdown, or an attribute in HTML. */
function inText(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/gu,
    (symbol) => `%${symbol.charCodeAt(0).toString(16)}`,
  )
}

/** Returns the last part of a path, shortened before its extension. */
function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [, stem = name, extension = ''] = /^(.+)(\.\w{1,10})$/su.exec(name) ?? []
  const kept = [...stem].slice(0, maxNameLength - extension.length).join('')
  return (kept + extension).toWellFormed() || 'file'
}
