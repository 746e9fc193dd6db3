import type { FlawReport } from '@lyceum/sdk'
import { flawKind } from '@lyceum/sdk/values'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { typed } from '../../offline/typed.ts'
import { t } from '../../texts/texts.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { Read } from '../../ui/data/loaded.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { showTime } from '../lessons/show-time.ts'

/** A lesson, words or a second of it, or a question of an attempt at it. */
export interface FlawPlace {
  lessonId: string
  quote?: string | undefined
  seconds?: number | undefined
  attemptId?: string
  position?: number
}

/** Asks what is wrong there, and shows what the reader reported before. */
export function FlawDialog({ onClose, ...place }: FlawPlace & { onClose: () => void }) {
  return (
    <Dialog title={t('flaws.report')} onClose={onClose}>
      <FlawForm {...place} />
    </Dialog>
  )
}

function FlawForm(place: FlawPlace) {
  const { lessonId, attemptId = null, position = null } = place
  return (
    <Read of={lyceum.flaws.mine} input={{ lessonId, limit: 100 }} isEmpty={() => false}>
      {({ items }) => (
        <div className="flex flex-col gap-4">
          {items
            .filter((mine) => mine.attemptId === attemptId && mine.position === position)
            .map((mine) => (
              <Reported key={mine.id} report={mine} />
            ))}
          <Kinds place={place} />
        </div>
      )}
    </Read>
  )
}

function Reported({ report }: { report: FlawReport }) {
  const { id: reportId, kind, text, outcome, reply } = report
  return (
    <div role="status" className="rounded-lg bg-tint p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{t('flaws.reported', { kind: t(`flaws.kind.${kind}`) })}</p>
        {outcome === null && (
          <ActionButton
            name="flaws.withdraw"
            run={() => lyceum.flaws.withdraw.mutate({ reportId })}
          />
        )}
      </div>
      {text !== null && <p dir="auto">{text}</p>}
      {outcome !== null && <p className="mt-2 font-medium">{t(`flaws.outcome.${outcome}`)}</p>}
      {reply !== null && <p dir="auto">{reply}</p>}
    </div>
  )
}

function Kinds({ place }: { place: FlawPlace }) {
  const name = `flaw.${place.lessonId}.${place.attemptId}.${place.position}`
  const [text, setText] = useState(() => typed.get<string>(name) ?? '')
  const write = (words: string) => {
    setText(words)
    if (words.trim() === '') typed.remove(name)
    else typed.set(name, words)
  }
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (kind: FlawReport['kind']) => {
      const words = text.trim()
      await lyceum.flaws.report.mutate({ ...place, kind, ...(words !== '' && { text: words }) })
      setText('')
      typed.remove(name)
    },
    meta: { done: t('flaws.report.done') },
  })
  return (
    <>
      <p className="text-muted">{t('flaws.report.hint')}</p>
      {place.quote !== undefined && (
        <blockquote dir="auto" className="border-s-4 border-line ps-3 text-muted">
          {place.quote}
        </blockquote>
      )}
      {place.seconds !== undefined && <p className="text-muted">{showTime(place.seconds)}</p>}
      <TextField label={t('flaws.text')} rows={3} maxLength={1000} value={text} onChange={write} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 text-sm font-medium">{t('flaws.kind')}</legend>
        {flawKind
          .filter((kind) => kind !== 'wrong-answer' || place.attemptId !== undefined)
          .map((kind) => (
            <Button
              key={kind}
              isPending={isPending && variables === kind}
              onClick={() => mutate(kind)}
            >
              {t(`flaws.kind.${kind}`)}
            </Button>
          ))}
      </fieldset>
    </>
  )
}
