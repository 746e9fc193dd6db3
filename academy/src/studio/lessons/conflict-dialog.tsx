import type { DraftLesson } from '@lyceum/sdk'
import { diffWordsWithSpace } from 'diff'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { differs } from './refusals.ts'

interface ConflictDialogProps {
  mine: DraftLesson
  theirs: DraftLesson
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** Two people wrote the same: both texts, and the choice between them. */
export function ConflictDialog({ mine, theirs, onChoose }: ConflictDialogProps) {
  let place = 0
  return (
    <Dialog title={t('collision.title')} wide>
      <p className="mb-3">{t('collision.text')}</p>
      <pre className="max-h-[50dvh] overflow-y-auto rounded-lg border border-line p-3 whitespace-pre-wrap">
        {diffWordsWithSpace(textOf(theirs, mine), textOf(mine, theirs)).map((part) => {
          const { value, added, removed } = part
          place += value.length
          if (!added && !removed) return value
          const Part = added ? 'ins' : 'del'
          return (
            <Part key={`${Part} ${place}`} className={added ? 'text-good' : 'text-bad'}>
              {value}
            </Part>
          )
        })}
      </pre>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onChoose('theirs')}>{t('collision.theirs')}</Button>
        <Button look="primary" onClick={() => onChoose('mine')}>
          {t('collision.mine')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Title and text, and of the settings those that differ. */
function textOf({ title, content, ...rest }: DraftLesson, other: DraftLesson): string {
  const { revision, draftRevision, ...settings } = rest
  const differing = Object.entries(settings).filter(([name]) => differs(settings, other, name))
  const words = JSON.stringify(Object.fromEntries(differing), null, 1)
  return [title, content, words.replaceAll(/[{}"[\],]/g, '').trim()].join('\n\n')
}
