import { useState } from 'react'
import { lyceum } from '../../lyceum.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Read } from '../../ui/data/loaded.tsx'
import { Code, FactList } from '../../ui/data/parts.tsx'
import { Table } from '../../ui/data/table.tsx'
import { showInstant } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'

const { events } = lyceum

/** What happened, newest first, as other software reads it. */
export function EventsPage() {
  return (
    <Page title={t('field.events')} lead={t('events.lead')}>
      <Read of={events.list} input={{ limit: 1 }} staleTime={0}>
        {({ items: [oldest], newest }) =>
          oldest ? (
            <Events oldest={oldest.number} newest={newest} />
          ) : (
            <Empty>{t('events.none')}</Empty>
          )
        }
      </Read>
    </Page>
  )
}

const perPage = 100

function Events({ oldest, newest }: { oldest: number; newest: number }) {
  const [pages, setPages] = useState(1)
  const first = Math.max(oldest, newest - pages * perPage + 1)
  return (
    <>
      <Read of={events.list} input={{ after: first - 1, limit: perPage }}>
        {({ items }) => (
          <Table
            label={t('field.events')}
            items={items.toReversed()}
            columns={{
              number: ({ number }) => number,
              event: ({ type }) => <Code>{type}</Code>,
              at: ({ timestamp }) => showInstant(timestamp),
              about: ({ data }) => (
                <FactList
                  of={Object.fromEntries(
                    Object.entries(data).map(([name, value]) => [name, String(value)]),
                  )}
                />
              ),
            }}
          />
        )}
      </Read>
      {first > oldest && (
        <p className="mt-6 text-center">
          <Button onClick={() => setPages(pages + 1)}>{t('events.earlier')}</Button>
        </p>
      )}
    </>
  )
}
