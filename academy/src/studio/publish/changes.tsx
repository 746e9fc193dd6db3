import type { Change, ChangedFact, LessonFacts } from '@lyceum/sdk'
import { type ReactNode, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { showNumber } from '../../ui/format.ts'
import { ChangedFacts } from './facts.tsx'

interface ChangesProps {
  changes: readonly Change[]
  count: number
  facts: readonly LessonFacts[]
  titles?: ReadonlyMap<string, string>
  /** Reads all facts of a lesson, with the words of its text, once it is opened. */
  whole: (key: string, show: (facts: readonly ChangedFact[]) => ReactNode) => ReactNode
  /** What can be done about a fact of a lesson, or about all of it. */
  action?: (key: string, fact?: ChangedFact) => ReactNode
}

/** What a fact tells better; without facts it is said as well. */
const toldByFacts = ['edited', 'required', 'optional', 'type', 'requires', 'available', 'due']

/** Says what changes lesson by lesson, and in the course itself. */
export function Changes(props: ChangesProps) {
  const { changes, count, facts, titles = new Map() } = props
  const byKey = Map.groupBy(changes, ({ key }) => key)
  const told = new Map(facts.map((one) => [one.key, one]))
  const ofCourse = told.get(null)
  if (count === 0 && ofCourse === undefined)
    return <p className="text-muted">{t('changes.none')}</p>
  return (
    <>
      {ofCourse && (
        <article className="mb-6">
          <h3 className="mb-1 font-semibold">{t('changes.ofCourse')}</h3>
          <ChangedFacts facts={ofCourse.facts} titles={titles} />
        </article>
      )}
      {[...byKey].map(([key, all]) => (
        <ChangedLesson key={key} {...props} changes={all} told={told.get(key)} titles={titles} />
      ))}
      {count > changes.length && (
        <p className="mt-2 text-muted">{t('changes.all', { count: showNumber(count) })}</p>
      )}
    </>
  )
}

interface ChangedLessonProps extends Pick<ChangesProps, 'whole' | 'action'> {
  changes: readonly Change[]
  told: LessonFacts | undefined
  titles: ReadonlyMap<string, string>
}

function ChangedLesson({ changes, told, titles, whole, action }: ChangedLessonProps) {
  const [isOpen, setOpen] = useState(false)
  const [{ key, title } = { key: '', title: '' }] = changes
  const facts = told?.facts ?? []
  const badges = changes.filter(({ what }) => facts.length === 0 || !toldByFacts.includes(what))
  const hasMore = told?.isWhole !== true || facts.some(({ field }) => field === 'content')
  const show = (facts: readonly ChangedFact[]) => (
    <ChangedFacts facts={facts} titles={titles} action={(fact) => action?.(key, fact)} />
  )
  return (
    <article className="mb-6">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">
          <bdi>{title}</bdi>
        </h3>
        {badges.map(({ what, formerKey = '' }) => (
          <Badge key={`${what} ${formerKey}`}>{`${t(`changes.${what}`)} ${formerKey}`}</Badge>
        ))}
        {hasMore && (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'changes.less' : 'changes.whole')}
          </Button>
        )}
        {action?.(key)}
      </div>
      {isOpen ? whole(key, show) : show(facts)}
    </article>
  )
}
