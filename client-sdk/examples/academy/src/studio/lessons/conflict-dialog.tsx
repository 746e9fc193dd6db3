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
    <Dialog title={t('collision.title')} onClose={() => undefined} wide>
      <p className="mb-3">{t('collision.text')}</p>
      <Difference before={textOf(theirs, mine)} after={textOf(mine, theirs)} />
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onChoose('theirs')}>{t('collision.theirs')}</Button>
        <Button look="primary" onClick={() => onChoose('mine')}>
          {t('collision.mine')}
        </Button>
      </div>
    </Dialog>
  )
}

function Difference({ before, after }: { before: string; after: string }) {
  let place = 0
  return (
    <pre className="max-h-[50dvh] overflow-y-auto rounded-lg border border-line p-3 whitespace-pre-wrap">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
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
  )
}

/** Title and text, and of the settings those that differ. */
function textOf({ title, content, ...rest }: DraftLesson, other: DraftLesson): string {
  const { revision, draftRevision, ...settings } = rest
  const differing = Object.entries(settings).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify((other as Record<string, unknown>)[name]),
  )
  const words = JSON.stringify(Object.fromEntries(differing), null, 1)
  return [title, content, words.replaceAll(/[{}"[\],]/g, '').trim()].join('\n\n')
}
