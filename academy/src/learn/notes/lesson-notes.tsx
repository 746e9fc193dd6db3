import type { Lesson, Note } from '@lyceum/sdk'
import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import { ReportFlaw } from '../flaws/report-flaw.tsx'
import type { Draft } from './note-dialog.tsx'
import {
  leadTo,
  lessonText,
  markedIn,
  markWords,
  momentIn,
  type NotePlace,
  wordsOf,
} from './note-place.ts'
import './notes.css'

// Dialogs are large, and most readers open none.
const NoteDialog = part(() => import('./note-dialog.tsx'), 'NoteDialog')
const NoteEntry = part(() => import('./note-entry.tsx'), 'NoteEntry')

/** The same at each drawing, so that nothing is marked again and again while notes load. */
const none: readonly Note[] = []

/** The reader's own notes and bookmarks at a lesson, marked in its text, and what is wrong with it. */
export function LessonNotes({ lesson }: { lesson: Lesson }) {
  const { id: lessonId } = lesson
  const section = useRef<HTMLElement>(null)
  const { data: notes = none } = useList(lyceum.notes.list, { lessonId, limit: 100 }, { all: 500 })
  const lost = useMarks(section, notes)
  const marked = useMarked(section)
  const kept = `note.${lessonId}`
  const [draft, setDraft] = useState<Draft>()
  const placeNow = (): NotePlace => marked?.anchor ?? momentIn(section.current)
  const begin = () => setDraft({ noteId: crypto.randomUUID(), text: '', place: placeNow() })
  const unsent = draft === undefined ? typed.get<Draft>(kept) : undefined
  const buttons = (
    <>
      <Button onClick={begin}>{t('notes.add')}</Button>
      <ActionButton
        name="notes.bookmark"
        run={() =>
          lyceum.notes.save.mutate({ noteId: crypto.randomUUID(), lessonId, ...placeNow() })
        }
      />
    </>
  )
  return (
    <section
      ref={section}
      aria-label={t('notes.title')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        {/* A click would end the marking that it is about. */}
        <div
          role="toolbar"
          aria-label={t('notes.title')}
          className="flex flex-wrap items-center gap-2"
          onPointerDown={(event) => event.preventDefault()}
        >
          {buttons}
          {unsent !== undefined && (
            <Button look="quiet" onClick={() => setDraft(unsent)}>
              {t('notes.goOn')}
            </Button>
          )}
        </div>
        <span className="ms-auto">
          <ReportFlaw lessonId={lessonId} />
        </span>
      </div>
      {marked !== undefined && draft === undefined && (
        <div
          role="toolbar"
          aria-label={t('notes.marked')}
          className="fixed z-20 flex gap-2 rounded-lg border border-line bg-paper p-1 shadow-raised"
          style={{ insetBlockStart: marked.below, insetInlineStart: marked.from }}
          onPointerDown={(event) => event.preventDefault()}
        >
          {buttons}
        </div>
      )}
      {notes.length > 0 && (
        <ul className="flex flex-col gap-3">
          {notes.map((note) => (
            <li key={note.id} id={`note-${note.id}`}>
              <Suspense>
                <NoteEntry
                  note={note}
                  isLost={lost.has(note.id)}
                  onShow={() => leadTo(section.current, note)}
                  onChange={() => setDraft(draftOf(note))}
                />
              </Suspense>
            </li>
          ))}
        </ul>
      )}
      {draft && (
        <Suspense>
          <NoteDialog
            key={draft.noteId}
            lessonId={lessonId}
            draft={draft}
            keptAs={kept}
            onClose={() => setDraft(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}

function draftOf({ id: noteId, text, quote, prefix, suffix, seconds }: Note): Draft {
  const words = quote !== null && { quote, prefix: prefix ?? '', suffix: suffix ?? '' }
  return { noteId, text: text ?? '', place: words || (seconds === null ? {} : { seconds }) }
}

type Place = React.RefObject<HTMLElement | null>

/** Marks the words of notes; returns the notes whose words are no longer there. */
function useMarks(section: Place, notes: readonly Note[]): ReadonlySet<string> {
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

const toolbarWidth = 220

/** Follows what the reader marks in the text of the lesson. */
function useMarked(section: Place) {
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
