import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    >
      {children}
    </svg>
  )
}

export const pathIcon = (path: string) =>
  function PathIcon() {
    return (
      <Icon>
        <path d={path} />
      </Icon>
    )
  }

export const CloseIcon = pathIcon('M6 6l12 12M18 6L6 18')
export const MenuIcon = pathIcon('M4 7h16M4 12h16M4 17h16')
export const CheckIcon = pathIcon('M5 13l4 4L19 7')
export const LockIcon = pathIcon('M7 11V8a5 5 0 0110 0v3M5 11h14v9H5z')
export const EyeIcon = pathIcon('M2 12c4-8 16-8 20 0-4 8-16 8-20 0zM12 15a3 3 0 100-6 3 3 0 000 6z')
export const CartIcon = pathIcon('M3 4h3l2 11h10l2-8H7M9 20h.01M17 20h.01')
export const BellIcon = pathIcon('M6 16V11a6 6 0 0112 0v5l2 2H4zM10 21h4')
export const PersonIcon = pathIcon('M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c1-4 4-6 8-6s7 2 8 6')
export const SearchIcon = pathIcon('M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5')
export const PlusIcon = pathIcon('M12 5v14M5 12h14')
export const TrashIcon = pathIcon('M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13')
export const EditIcon = pathIcon('M4 20h4L19 9l-4-4L4 16z')
export const UpIcon = pathIcon('M5 15l7-7 7 7')
export const DownIcon = pathIcon('M5 9l7 7 7-7')
export const DragIcon = pathIcon('M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01')
export const OfflineIcon = pathIcon(
  'M3 3l18 18M8 8a8 8 0 00-5 3M21 11a13 13 0 00-8-4M12 19h.01M9 15a5 5 0 015 0',
)

/** Points in the direction of reading, or against it. */
const arrowIcon = (path: string) =>
  function ArrowIcon() {
    return (
      <span className="contents rtl:[&_svg]:-scale-x-100">
        <Icon>
          <path d={path} />
        </Icon>
      </span>
    )
  }

export const NextIcon = arrowIcon('M9 5l7 7-7 7')
export const PreviousIcon = arrowIcon('M15 5l-7 7 7 7')
