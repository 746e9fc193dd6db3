import type { Note } from '@lyceum/sdk'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { leadTo, lessonText, markedIn, markWords, wordsOf } from './note-place.ts'

type Place = React.RefObject<HTMLElement | null>

/** Marks the words of notes; returns the notes whose words are no longer there. */
export function useMarks(section: Place, notes: readonly Note[]): ReadonlySet<string> {
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set())
  const isLed = useRef(false)
  useEffect(() => {
    const text = lessonText(section.current)
    const mark = () => {
      if (text?.childElementCount === 0) return
      const found = notes.map((note) => [note, wordsOf(section.current, note)] as const)
      markWords(found.flatMap(([, range]) => range ?? []))
      setLost(new Set(found.flatMap(([{ id, quote }, range]) => (quote && !range ? id : []))))
      const asked = notes.find(({ id }) => location.hash === `#note-${id}`)
      if (asked !== undefined && !isLed.current) {
        isLed.current = true
        leadTo(section.current, asked)
      }
    }
    mark()
    // Formulas and colors of programs come later.
    const changes = new MutationObserver(mark)
    if (text !== null) changes.observe(text, { childList: true, subtree: true })
    return () => {
      changes.disconnect()
      markWords([])
    }
  }, [section, notes])
  return lost
}

const toolbarWidth = 420

/** Follows what the reader marks in the text of the lesson. */
export function useMarked(section: Place) {
  const [marked, setMarked] = useState<ReturnType<typeof whereMarked>>()
  useLayoutEffect(() => {
    const look = () => setMarked(whereMarked(section.current))
    // Words may be marked before this is loaded.
    look()
    const end = new AbortController()
    document.addEventListener('selectionchange', look, { signal: end.signal })
    document.addEventListener('scroll', look, { signal: end.signal, passive: true })
    return () => end.abort()
  }, [section])
  return marked
}

function whereMarked(section: Element | null) {
  const found = markedIn(section)
  if (found === undefined) return undefined
  const { anchor, box } = found
  const isFromRight = document.documentElement.dir === 'rtl'
  const from = isFromRight ? innerWidth - box.right : box.left
  return {
    anchor,
    below: Math.min(Math.max(box.bottom + 8, 64), innerHeight - 64),
    from: Math.max(8, Math.min(from, innerWidth - toolbarWidth)),
  }
}
