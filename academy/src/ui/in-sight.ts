import { useEffect, useRef, useState } from 'react'

/** Says whether a place has been in sight, or within a margin of it: what is costly begins there. */
export function useInSight(rootMargin = '0px') {
  const place = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setInSight(true),
      { rootMargin },
    )
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [rootMargin])
  return { place, isInSight }
}
