import { t } from '../texts/texts.ts'

/** Stands for what is on its way, in its size, so that nothing moves when it is there. */
export function Skeleton({ count = 1, className }: { count?: number; className: string }) {
  const shapes = Array.from({ length: count }, (_, index) => index)
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      {shapes.map((index) => (
        <div
          key={index}
          aria-hidden="true"
          className={`animate-pulse rounded-xl bg-panel motion-reduce:animate-none ${className}`}
        />
      ))}
    </>
  )
}
