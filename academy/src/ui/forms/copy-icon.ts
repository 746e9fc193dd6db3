import { pathIcon } from '../icons.tsx'

/** Apart from the other icons: only staff copy things. */
export const CopyIcon = pathIcon('M9 9h11v11H9zM5 15H4V4h11v1')
