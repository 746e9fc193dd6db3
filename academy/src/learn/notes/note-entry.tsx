import type { Note } from '@lyceum/sdk'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/forms/dialog.tsx'
import { showTime } from '../lessons/show-time.ts'

interface NoteEntryProps {
  note: Note
  /** Whether its words are no longer in the lesson. */
  isLost?: boolean
  /** Left out where a link leads to it. */
  onShow?: () => void
  onChange?: () => void
}

export function NoteEntry({ note, isLost = false, onShow, onChange }: NoteEntryProps) {
  const { id: noteId, text, quote, seconds } = note
  return (
    <div className="rounded-lg border border-line p-3">
      {text === null && <Badge>{t('notes.bookmark')}</Badge>}
      {seconds !== null && (
        <p className="text-muted">{t('notes.at', { time: showTime(seconds) })}</p>
      )}
      {quote !== null && (
        <blockquote dir="auto" className="line-clamp-4 border-s-4 border-line ps-3 text-muted">
          {quote}
        </blockquote>
      )}
      {isLost && <p className="text-sm text-muted">{t('notes.lost')}</p>}
      {text !== null && (
        <p dir="auto" className="mt-2 whitespace-pre-wrap">
          {text}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-1">
        {onShow && !isLost && (quote !== null || seconds !== null) && (
          <Button look="quiet" onClick={onShow}>
            {t('notes.show')}
          </Button>
        )}
        {onChange && (
          <Button look="quiet" onClick={onChange}>
            {t('notes.change')}
          </Button>
        )}
        <ConfirmButton
          name="notes.delete"
          look="quiet"
          run={() => lyceum.notes.delete.mutate({ noteId })}
        />
      </div>
    </div>
  )
}
