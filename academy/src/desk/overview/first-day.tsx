import type { SetupStepList } from '@lyceum/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { storage } from '../../base/storage.ts'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useRead } from '../../ui/data/loaded.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { linkClass } from '../../ui/link.tsx'
import { Section } from '../../ui/page.tsx'

type Step = SetupStepList['items'][number]['name']

/** Where each step is taken; others are told in words. */
const places: Partial<Record<Step, string>> = {
  look: '/desk/settings',
  mail: '/desk/settings/mails',
  course: '/studio',
  cohort: '/desk/cohorts',
  catalogue: '/desk/settings/access',
}

const kept = 'lyceum.first-day-hidden'

/** What a new school does first, to tick off; gone once all is done, or on request. */
export function FirstDay() {
  const [isHidden, hide] = useState(storage.get(kept) !== null)
  const { data } = useRead(lyceum.admin.setup.steps, {}, { enabled: !isHidden, staleTime: 0 })
  if (isHidden || data === undefined || data.items.every(({ isDone }) => isDone)) return null
  const hideForGood = () => {
    storage.set(kept, '1')
    hide(true)
  }
  return (
    <Section
      title={t('firstDay.title')}
      actions={<Button onClick={hideForGood}>{t('firstDay.hide')}</Button>}
    >
      <ol className="flex flex-col gap-3">
        {data.items.map(({ name, isDone }) => (
          <li key={name} className="flex items-start gap-3">
            <span
              aria-hidden
              className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? 'border-good text-good' : 'border-field'}`}
            >
              {isDone && <CheckIcon />}
            </span>
            <div>
              <p className={isDone ? 'text-muted' : 'font-medium'}>
                {places[name] && !isDone ? (
                  <Link to={places[name]} className={linkClass}>
                    {t(`firstDay.${name}`)}
                  </Link>
                ) : (
                  t(`firstDay.${name}`)
                )}
                {isDone && <span className="sr-only"> {t('firstDay.isDone')}</span>}
              </p>
              {!isDone && <p className="text-sm text-muted">{t(`firstDay.${name}.hint`)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
