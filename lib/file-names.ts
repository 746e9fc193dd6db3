import { toDisplayText } from './display-text.ts'

const longest = 120

/** Makes any text part of a file's name that every system takes. */
export function toFileName(text: string): string {
  return [...toDisplayText(text).replace(/[\\/:*?"<>|]/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}
