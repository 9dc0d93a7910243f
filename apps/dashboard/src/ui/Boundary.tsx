import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from './ErrorState.tsx'
import { Placeholder } from './Placeholder.tsx'

type Props = { children: ReactNode; placeholder?: ReactNode }

/**
 * Shows a placeholder until the data of its children has arrived, and an error with a way to retry if it doesn't. Another address
 * gets another attempt, as pages of one kind share the boundary.
 */
export function Boundary({ children, placeholder = <Placeholder /> }: Props) {
  const { pathname, search } = useLocation()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchError onRetry={reset} address={pathname + search}>
          <Suspense fallback={placeholder}>{children}</Suspense>
        </CatchError>
      )}
    </QueryErrorResetBoundary>
  )
}

type CatchProps = { children: ReactNode; onRetry: () => void; address: string }

class CatchError extends Component<CatchProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override componentDidUpdate({ address }: CatchProps) {
    if (address !== this.props.address && this.state.error !== undefined) this.retry()
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <ErrorState error={error} onRetry={this.retry} />
  }
}
