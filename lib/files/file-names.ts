import { toDisplayText } from '../display-text.ts'

/** Leaves room in the 255 bytes of most systems for a code and an ending. */
const longestBytes = 200

/** Makes any text part of a file's name that every system takes. */
export function toFileName(text: string): string {
  const safe = toDisplayText(text)
    .replace(/[\\/:*?"<>|]/g, ' ')
    .replace(/\s+/g, ' ')
    // Would hide the file, or be an option of a command.
    .replace(/^[ .-]+/, '')
  const { read } = new TextEncoder().encodeInto(safe, new Uint8Array(longestBytes))
  return safe.slice(0, read).trim()
}
