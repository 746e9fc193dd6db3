import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Loaded } from '../../ui/data/loaded.tsx'
import { dayOf, showDay, showWeekday } from '../../ui/format.ts'
import { NextIcon, PreviousIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { CalendarButton } from '../me/calendar-button.tsx'
import { AgendaEntries, useAgenda } from './agenda.tsx'
import { daysAfter, weekOf } from './days.ts'

const route = getRouteApi('/learn/own/learning/week')

/** Shows what opens and is due, day by day. */
export function WeekPage() {
  const today = dayOf(new Date())
  const from = weekOf(route.useSearch().day ?? today)
  const query = useAgenda({ from, to: daysAfter(from, 6) })
  const days = Array.from({ length: 7 }, (_, index) => daysAfter(from, index))
  return (
    <Page title={t('week.title')} actions={<CalendarButton />}>
      <nav aria-label={t('week.choose')} className="mb-4 flex flex-wrap items-center gap-2">
        <ButtonLink
          to="."
          search={{ day: daysAfter(from, -7) }}
          replace
          aria-label={t('week.before')}
        >
          <PreviousIcon />
        </ButtonLink>
        <ButtonLink to="." search={{}} replace>
          {t('week.this')}
        </ButtonLink>
        <ButtonLink
          to="."
          search={{ day: daysAfter(from, 7) }}
          replace
          aria-label={t('week.after')}
        >
          <NextIcon />
        </ButtonLink>
        <p role="status" className="ms-2 font-semibold">
          {t('week.span', { from: showDay(from), to: showDay(daysAfter(from, 6)) })}
        </p>
      </nav>
      <Loaded query={query} isEmpty={(entries) => entries.length === 0} empty={t('week.free')}>
        {(entries) => (
          <ol className="grid gap-3 lg:grid-cols-7">
            {days.map((day) => (
              <li
                key={day}
                aria-current={day === today ? 'date' : undefined}
                className="min-w-0 rounded-xl border border-line p-3 aria-[current=date]:border-brand"
              >
                <h2 className="mb-2 text-sm font-semibold">{showWeekday(day)}</h2>
                <AgendaEntries entries={entries.filter(({ on }) => on === day)} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Page>
  )
}
