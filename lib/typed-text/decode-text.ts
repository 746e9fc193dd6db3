import { isUtf8 } from 'node:buffer'

/** Decodes a file as its program saved it: UTF-8, UTF-16 with its mark, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const isSwapped = bytes[0] === 0xfe && bytes[1] === 0xff
  if (isSwapped || (bytes[0] === 0xff && bytes[1] === 0xfe))
    return new TextDecoder(isSwapped ? 'utf-16be' : 'utf-16le').decode(bytes)
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}
