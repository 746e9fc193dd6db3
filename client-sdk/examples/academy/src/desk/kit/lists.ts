export { useList } from '../../ui/list.tsx'
