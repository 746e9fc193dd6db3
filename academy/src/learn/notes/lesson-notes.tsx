import type { Lesson, Note } from '@lyceum/sdk'
import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { useList } from '../../ui/data/list.tsx'
import type { FlawPlace } from '../flaws/flaw-dialog.tsx'
import type { Draft } from './note-dialog.tsx'
import { leadTo, momentIn, type NotePlace } from './note-place.ts'
import { useMarked, useMarks } from './use-marks.ts'
import './notes.css'

// Dialogs are large, and most readers open none.
const NoteDialog = part(() => import('./note-dialog.tsx'), 'NoteDialog')
const FlawDialog = part(() => import('../flaws/flaw-dialog.tsx'), 'FlawDialog')
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
  const [flaw, setFlaw] = useState<FlawPlace>()
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
  const report = (
    <Button look="quiet" onClick={() => setFlaw({ lessonId, ...inOneLine(placeNow()) })}>
      {t('flaws.report')}
    </Button>
  )
  return (
    <section
      ref={section}
      aria-label={t('notes.title')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div
          role="toolbar"
          aria-label={t('notes.title')}
          className="flex flex-wrap items-center gap-2"
          onPointerDown={keepMarking}
        >
          {buttons}
          {unsent !== undefined && (
            <Button look="quiet" onClick={() => setDraft(unsent)}>
              {t('notes.goOn')}
            </Button>
          )}
        </div>
        <span className="ms-auto" onPointerDown={keepMarking}>
          {report}
        </span>
      </div>
      {marked !== undefined && draft === undefined && flaw === undefined && (
        <div
          role="toolbar"
          aria-label={t('notes.marked')}
          className="fixed z-20 flex max-w-[calc(100vw-1rem)] flex-wrap gap-2 rounded-lg border border-line bg-paper p-1 shadow-raised"
          style={{ insetBlockStart: marked.below, insetInlineStart: marked.from }}
          onPointerDown={keepMarking}
        >
          {buttons}
          {report}
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
      {flaw && (
        <Suspense>
          <FlawDialog {...flaw} onClose={() => setFlaw(undefined)} />
        </Suspense>
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

/** Reports quote in one line, and need no words around it. */
function inOneLine({ quote, seconds }: NotePlace): Omit<FlawPlace, 'lessonId'> {
  return { quote: quote?.replaceAll(/\s+/g, ' ').trim() || undefined, seconds }
}

/** A click would end the marking that it is about. */
const keepMarking = (event: React.PointerEvent) => event.preventDefault()

function draftOf({ id: noteId, text, quote, prefix, suffix, seconds }: Note): Draft {
  const words = quote !== null && { quote, prefix: prefix ?? '', suffix: suffix ?? '' }
  return { noteId, text: text ?? '', place: words || (seconds === null ? {} : { seconds }) }
}
