import type { DraftLesson } from '@lyceum/sdk'
import { diffWordsWithSpace } from 'diff'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ConflictDialogProps {
  mine: DraftLesson
  theirs: DraftLesson
  onChoose: (choice: 'mine' | 'theirs') => void
}

/** Two people wrote the same: both texts, and the choice between them. */
export function ConflictDialog({ mine, theirs, onChoose }: ConflictDialogProps) {
  return (
    <Dialog title={t('collision.title')} isOpen onClose={() => undefined} wide>
      <p className="mb-3">{t('collision.text')}</p>
      <Difference before={textOf(theirs)} after={textOf(mine)} />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onChoose('theirs')}>{t('collision.theirs')}</Button>
        <Button look="primary" onClick={() => onChoose('mine')}>
          {t('collision.mine')}
        </Button>
      </div>
    </Dialog>
  )
}

/** What was taken out and what was put in, in one text. */
function Difference({ before, after }: { before: string; after: string }) {
  let place = 0
  return (
    <pre className="max-h-[50dvh] overflow-y-auto rounded-lg border border-line p-3 whitespace-pre-wrap">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
        place += value.length
        if (added)
          return (
            <ins key={`+${place}`} className="text-good">
              {value}
            </ins>
          )
        if (removed)
          return (
            <del key={`-${place}`} className="text-bad">
              {value}
            </del>
          )
        return value
      })}
    </pre>
  )
}

/** Title, text and settings, in words. */
function textOf({ title, content, ...rest }: DraftLesson): string {
  const { revision, draftRevision, key, formerKeys, section, ...settings } = rest
  return `${title}\n\n${content}\n\n${JSON.stringify(settings, null, 1).replaceAll(/[{}"[\],]/g, '')}`
}
