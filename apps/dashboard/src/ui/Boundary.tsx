import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Placeholder } from './Placeholder.tsx'

type Props = { children: ReactNode; placeholder?: ReactNode }

/** Shows a placeholder until the data of its children has arrived, and an error with a way to retry if it doesn't. */
export function Boundary({ children, placeholder = <Placeholder /> }: Props) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchError onRetry={reset}>
          <Suspense fallback={placeholder}>{children}</Suspense>
        </CatchError>
      )}
    </QueryErrorResetBoundary>
  )
}

type CatchProps = { children: ReactNode; onRetry: () => void }

class CatchError extends Component<CatchProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <ErrorState error={error} onRetry={this.retry} />
  }
}
