import { useEffect, useRef, useState } from 'react'

/** Says whether a place has been in sight, or almost: what is costly begins there. */
export function useInSight() {
  const place = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setInSight(true),
      { rootMargin: '200px' },
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return { place, isInSight }
}
