import { isUtf8 } from 'node:buffer'

/** How many bytes of a file decide its type. */
export const headBytes = 64 * 1024

export const otherType = 'application/octet-stream'

/** Recognized types, by the names that the library has for them. */
const knownTypes: Record<string, string> = {
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/jpeg': 'image/jpeg',
  'image/gif': 'image/gif',
  'image/webp': 'image/webp',
  'image/avif': 'image/avif',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/webm': 'video/webm',
  'video/ogg': 'video/ogg',
  'audio/ogg': 'audio/ogg',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/mpeg': 'audio/mpeg',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/wav': 'audio/wav',
  'application/pdf': 'application/pdf',
  'text/vtt': 'text/vtt',
  'application/zip': 'application/zip',
}

const typesShownInPlace = new Set([
  ...['png', 'jpeg', 'gif', 'webp', 'avif'].map((kind) => `image/${kind}`),
  ...['mp4', 'webm', 'ogg'].map((kind) => `video/${kind}`),
  ...['ogg', 'mpeg', 'mp4', 'wav'].map((kind) => `audio/${kind}`),
  'application/pdf',
  'text/vtt',
])

/** Whether a browser may show a file of this type; it saves all others. */
export function isShownInPlace(type: string): boolean {
  return typesShownInPlace.has(type)
}

/** Returns the media type of a file by its first bytes, never by its name. */
export async function typeOfMedia(head: Uint8Array): Promise<string> {
  const bytes = head.subarray(0, headBytes)
  // Recognizes UTF-16, which looks like the first frame of a song.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return otherType
  // Gives no type to a file that ends in the middle of a structure.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found !== undefined && found.mime !== 'application/xml')
    return knownTypes[found.mime] ?? otherType
  return typeByBeginning(bytes) ?? typeOfText(bytes) ?? otherType
}

/** Returns the type of a text; undefined for anything else. */
function typeOfText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  if (text === undefined) return undefined
  const begin = text
    .replace(
      /^(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->|<!doctype svg[^>[]*(?:\[[^\]]*\]\s*)?>)+/giu,
      '',
    )
    .slice(0, 200)
  if (/^<svg[\s>:]/iu.test(begin)) return 'image/svg+xml'
  if (/^webvtt(?:[ \t\r\n]|$)/iu.test(text)) return 'text/vtt'
  return /^<[!?a-z/]/iu.test(begin) ? 'text/html' : 'text/plain'
}

function decode(bytes: Uint8Array): string | undefined {
  // Allows for a last character that is cut.
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut++) {
    const whole = bytes.subarray(0, bytes.length - cut)
    if (!isUtf8(whole)) continue
    const text = new TextDecoder().decode(whole)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has these
    return /[\0-\x08\x0e-\x1a\x1c-\x1f]/u.test(text) ? undefined : text
  }
  return undefined
}

/**
 * Recognizes files whose first part, such as a picture within a song, is longer than what is read.
 */
function typeByBeginning(bytes: Uint8Array): string | undefined {
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (begin.startsWith('ID3')) return 'audio/mpeg'
  if (begin === '\x89PNG\r\n\x1a\n') return 'image/png'
  return begin.startsWith('PK\x03\x04') ? 'application/zip' : undefined
}
