export * from '../../ui/parts.tsx'
export { Status } from '../../ui/status.tsx'
