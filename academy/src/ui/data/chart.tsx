import { currencyExponent } from '@lyceum/sdk'
import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartConfiguration,
  Chart as ChartJs,
  Legend,
  LinearScale,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef, useState } from 'react'
import { language, t } from '../../texts/texts.ts'
import { type FieldName, titleOf } from '../names.ts'
import { Table } from './table.tsx'

ChartJs.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip)

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
  const figure = (item: Item, name: keyof Item) => Number(item[name])
  const canvas = useRef<HTMLCanvasElement>(null)
  const bars = {
    labels: items.map(nameOf),
    series: values.map((name) => ({
      name: titleOf(name),
      data: items.map((item) => figure(item, name)),
    })),
    currency,
    lying,
  }
  // Redraws on a change of theme, too: that changes the colors.
  const data = JSON.stringify([bars, useLook()])

  useEffect(() => {
    if (canvas.current === null) return
    const [bars] = JSON.parse(data) as [Bars]
    const chart = new ChartJs(canvas.current, configurationOf(bars, canvas.current))
    return () => chart.destroy()
  }, [data])

  const cells = values.map((name) => [
    name,
    (item: Item) => (currency ? { amount: figure(item, name), currency } : figure(item, name)),
  ])
  return (
    <figure>
      <div
        className="relative h-64 min-w-0"
        style={lying ? { height: `${items.length * 2.25 + 4}rem` } : {}}
      >
        <canvas ref={canvas} role="img" aria-label={label} />
      </div>
      <details className="mt-2 text-sm">
        <summary className="mb-2 min-h-6 text-brand">{t('chart.asTable')}</summary>
        <Table
          {...{ label, items, keyOf }}
          columns={{ [of]: nameOf, ...Object.fromEntries(cells) }}
        />
      </details>
    </figure>
  )
}

interface Bars {
  labels: string[]
  series: { name: string; data: number[] }[]
  currency?: string
  lying: boolean
}

function configurationOf(bars: Bars, canvas: HTMLCanvasElement): ChartConfiguration<'bar'> {
  const { labels, series, currency, lying } = bars
  const [color, borderColor, ...fills] = colorsOf(canvas, ['ink', 'line', 'brand', 'warn', 'good'])
  Object.assign(ChartJs.defaults, { color, borderColor, locale: language })
  const most = Number(canvas.parentElement?.clientWidth) < 480 ? 16 : 28
  const unit = currency ? 10 ** currencyExponent(currency) : 1
  const format: Intl.NumberFormatOptions = currency ? { style: 'currency', currency } : {}
  const values = { beginAtZero: true, ticks: { precision: 0, format } }
  const nameAt = (index: unknown) => shorten(labels[Number(index)] ?? '', most)
  const names = { grid: { display: false }, ticks: { callback: nameAt } }
  return {
    type: 'bar',
    data: {
      labels,
      datasets: series.map(({ name, data }, index) => ({
        label: name,
        data: data.map((value) => value / unit),
        backgroundColor: fills[index],
        hoverBackgroundColor: fills[index],
        maxBarThickness: 36,
      })),
    },
    options: {
      indexAxis: lying ? 'y' : 'x',
      maintainAspectRatio: false,
      animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : {},
      scales: lying ? { x: values, y: names } : { x: names, y: values },
      plugins: { legend: { display: series.length > 1 } },
    },
  }
}

/** Returns a counter that rises when the theme, the device's scheme or the school changes. */
function useLook(): number {
  const [look, setLook] = useState(0)
  useEffect(() => {
    const change = () => setLook((last) => last + 1)
    const device = matchMedia('(prefers-color-scheme: dark)')
    const chosen = new MutationObserver(change)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
    device.addEventListener('change', change)
    return () => {
      chosen.disconnect()
      device.removeEventListener('change', change)
    }
  }, [])
  return look
}

/** Resolves our tokens for Chart.js, which knows neither `oklch` nor `light-dark`. */
function colorsOf(canvas: HTMLCanvasElement, tokens: string[]): string[] {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  return tokens.map((token) => {
    canvas.style.color = `var(--color-${token})`
    if (pixel === null) return 'gray'
    pixel.fillStyle = getComputedStyle(canvas).color
    pixel.fillRect(0, 0, 1, 1)
    const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  })
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
