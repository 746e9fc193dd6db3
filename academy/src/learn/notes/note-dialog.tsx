import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { showTime } from '../lessons/show-time.ts'
import type { NotePlace } from './note-place.ts'

/** A note as it is typed. Its id is made here, so that sending it again writes it once. */
export interface Draft {
  noteId: string
  text: string
  place: NotePlace
}

interface NoteDialogProps {
  lessonId: string
  draft: Draft
  /** The name under which the device keeps it until the server has it. */
  keptAs: string
  onClose: () => void
}

export function NoteDialog({ lessonId, draft, keptAs, onClose }: NoteDialogProps) {
  const { noteId, place } = draft
  const [text, setText] = useState(draft.text)
  const write = (words: string) => {
    setText(words)
    if (words.trim() === '') typed.remove(keptAs)
    else typed.set(keptAs, { ...draft, text: words })
  }
  async function save(): Promise<void> {
    await lyceum.notes.save.mutate({ noteId, lessonId, text, ...place })
    typed.remove(keptAs)
    onClose()
  }
  return (
    <Dialog title={t('notes.add')} onClose={onClose}>
      <Form submit={t('save')} done={t('notes.saved')} onSubmit={save}>
        <PlaceOfNote place={place} />
        <TextField
          label={t('notes.text')}
          rows={6}
          maxLength={4000}
          isRequired
          value={text}
          onChange={write}
        />
      </Form>
    </Dialog>
  )
}

/** The words or the second that a note is about. */
function PlaceOfNote({ place: { quote, seconds } }: { place: NotePlace }) {
  if (seconds !== undefined) return <p>{t('notes.at', { time: showTime(seconds) })}</p>
  if (quote === undefined) return null
  return (
    <blockquote dir="auto" className="line-clamp-4 border-s-4 border-line ps-3 text-muted">
      {quote}
    </blockquote>
  )
}
