import { lazyRouteComponent as part } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { useInSight } from '../in-sight.ts'
import { type FieldName, titleOf } from '../names.ts'
import { Loading } from './loaded.tsx'

// Pages begin without the library and the table.
const ChartCanvas = part(() => import('./chart-canvas.tsx'), 'ChartCanvas')
const Table = part(
  () => import('./table.tsx'),
  'Table',
) as unknown as typeof import('./table.tsx').Table

interface ChartProps<Item> {
  label: string
  items: readonly Item[]
  /** The field that a bar stands for, such as a month. */
  of: FieldName
  nameOf: (item: Item) => string
  /** Tells apart items that may share a name. */
  keyOf?: (item: Item) => string
  /** The fields to draw as bars. */
  values: readonly (NumberIn<Item> & FieldName)[]
  /** Set where the values are amounts of money. */
  currency?: string
  /** Draws horizontal bars, for long names. */
  lying?: boolean
}

type NumberIn<Item> = { [Name in keyof Item]: Item[Name] extends number ? Name : never }[keyof Item]

/** A bar chart in the school's colors, with the same figures as a table. */
export function Chart<Item>(props: ChartProps<Item>) {
  const { label, items, of, nameOf, keyOf = nameOf, values, currency, lying = false } = props
  const { place, isInSight } = useInSight()
  const [isOpened, setOpened] = useState(false)
  const figure = (item: Item, name: keyof Item) => Number(item[name])
  const bars = {
    labels: items.map(nameOf),
    series: values.map((name) => ({
      name: titleOf(name),
      data: items.map((item) => figure(item, name)),
    })),
    currency,
    lying,
  }
  const cells = values.map((name) => [
    name,
    (item: Item) => (currency ? { amount: figure(item, name), currency } : figure(item, name)),
  ])
  return (
    <figure>
      <div
        ref={place}
        className="relative h-64 min-w-0"
        style={lying ? { height: `${items.length * 2.25 + 4}rem` } : {}}
      >
        {isInSight && (
          <Suspense>
            <ChartCanvas {...{ label, bars }} />
          </Suspense>
        )}
      </div>
      <details className="mt-2 text-sm" onToggle={() => setOpened(true)}>
        <summary className="mb-2 min-h-6 text-brand">{t('chart.asTable')}</summary>
        {isOpened && (
          <Suspense fallback={<Loading />}>
            <Table
              {...{ label, items, keyOf }}
              columns={{ [of]: nameOf, ...Object.fromEntries(cells) }}
            />
          </Suspense>
        )}
      </details>
    </figure>
  )
}
