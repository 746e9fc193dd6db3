import { showNumber } from '../format.ts'

const tones = {
  brand: 'bg-brand',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  none: 'bg-field',
}

export interface Bar {
  label: string
  /** Tells apart bars with the same label. */
  id?: string
  value: number
  tone?: keyof typeof tones
}

interface BarsProps {
  bars: readonly Bar[]
  /** The value of a full-width bar. Default: the highest value. */
  of?: number
  show?: (value: number) => string
}

/** Shows figures with a bar beside each; screen readers read them as a list. */
export function Bars({ bars, of, show = showNumber }: BarsProps) {
  const whole = of ?? Math.max(...bars.map(({ value }) => value))
  return (
    <dl className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-x-3 gap-y-2">
      {bars.map(({ label, id = label, value, tone = 'brand' }) => (
        <div key={id} className="contents">
          <dt>{label}</dt>
          <dd aria-hidden="true" className="h-4 rounded bg-line">
            <div
              className={`h-full rounded ${tones[tone]}`}
              style={{ width: `${whole === 0 ? 0 : (value / whole) * 100}%` }}
            />
          </dd>
          <dd className="text-end tabular-nums">{show(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
