import type { Impact } from '@lyceum/sdk'
import { t } from '../../texts/texts.ts'
import { Bars } from '../../ui/data/bars.tsx'
import { showNumber } from '../../ui/format.ts'

/** Shows whom a version affects, and how, if they are moved to it: as bars and as figures. */
export function Effect({
  learners,
  ifMoved,
  titles,
}: Pick<Impact, 'learners' | 'ifMoved'> & { titles?: ReadonlyMap<string, string> }) {
  if (learners.total === 0) return <p className="text-muted">{t('effect.nobody')}</p>
  const { moved, left, percentFalls, completeAtOnce, locked, lessonsLost } = ifMoved
  const falling = percentFalls.reduce((sum, fall) => sum + fall.learners, 0)
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <div>
        <h3 className="mb-2 font-medium">{t('effect.learners')}</h3>
        <Bars
          of={learners.total}
          bars={[
            { label: t('value.completed'), value: learners.completed, tone: 'good' },
            { label: t('effect.inProgress'), value: learners.inProgress },
            { label: t('effect.notStarted'), value: learners.notStarted, tone: 'none' },
          ]}
        />
        <p className="mt-3 text-sm text-muted">{t('effect.certificates')}</p>
      </div>
      <div>
        <h3 className="mb-2 font-medium">{t('effect.ifMoved')}</h3>
        <Bars
          of={learners.total}
          bars={[
            { label: t('effect.moved'), value: moved },
            { label: t('effect.stay'), value: left, tone: 'none' },
            { label: t('effect.completeAtOnce'), value: completeAtOnce, tone: 'good' },
            { label: t('effect.falls'), value: falling, tone: 'bad' },
            { label: t('effect.locked'), value: locked, tone: 'warn' },
          ]}
        />
        <ul className="mt-3 list-disc ps-5 text-sm">
          {percentFalls.map((fall) => (
            <li key={fall.by}>
              {t('effect.fall', { by: showNumber(fall.by), count: fall.learners })}
            </li>
          ))}
          {lessonsLost.map((lost) => (
            <li key={lost.key}>
              {t('effect.lost', { key: titles?.get(lost.key) ?? lost.key, count: lost.learners })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
