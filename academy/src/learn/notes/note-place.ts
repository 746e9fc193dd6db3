import type { Note } from '@lyceum/sdk'
import { type Anchor, anchorOf, rangeOf } from './anchors.ts'

/** The words or the second that a note is about; none of them: the lesson. */
export type NotePlace = Partial<Anchor> & { seconds?: number }

/** Returns the text of the lesson beside which an element stands. */
export function lessonText(beside: Element | null): HTMLElement | null {
  return beside?.closest('article')?.querySelector<HTMLElement>(':scope > .markdown') ?? null
}

/** Returns the video of the lesson beside which an element stands. */
function lessonVideo(beside: Element | null): HTMLVideoElement | null {
  return beside?.closest('article')?.querySelector('video') ?? null
}

/** Returns where the reader is: at the second of a video that has begun, else nowhere. */
export function momentIn(beside: Element | null): NotePlace {
  const seconds = Math.floor(lessonVideo(beside)?.currentTime ?? 0)
  return seconds > 0 ? { seconds } : {}
}

/** Returns the words of the lesson that the reader has marked, and where they stand on the screen. */
export function markedIn(beside: Element | null): { anchor: Anchor; box: DOMRect } | undefined {
  const [selection, text] = [document.getSelection(), lessonText(beside)]
  if (selection === null || selection.rangeCount === 0 || text === null) return undefined
  const range = selection.getRangeAt(0)
  const anchor = anchorOf(text, range)
  return anchor && { anchor, box: range.getBoundingClientRect() }
}

/** Finds the words of a note in the lesson. */
export function wordsOf(beside: Element | null, note: Note): Range | undefined {
  const { quote, prefix, suffix } = note
  const text = lessonText(beside)
  if (quote === null || text === null) return undefined
  return rangeOf(text, { quote, prefix: prefix ?? '', suffix: suffix ?? '' })
}

/** Marks words without touching the text, where the browser can. */
export function markWords(ranges: readonly Range[]): void {
  if ('highlights' in CSS) CSS.highlights.set('notes', new Highlight(...ranges))
}

/** Brings the place of a note into view; reading by keyboard goes on there. */
export function leadTo(beside: Element | null, note: Note): void {
  const [words, video] = [wordsOf(beside, note), lessonVideo(beside)]
  if (words !== undefined) {
    words.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    document.getSelection()?.collapse(words.startContainer, words.startOffset)
  } else if (note.seconds !== null && video !== null) {
    video.scrollIntoView({ block: 'center' })
    video.currentTime = note.seconds
    video.focus()
  } else beside?.scrollIntoView()
}
