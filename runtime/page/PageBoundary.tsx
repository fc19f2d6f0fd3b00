/** A fault of one page stays in its tab: the others and the shell go on. */
import { Component, type ReactNode } from 'react';
import { PageFault } from './PageStates';

interface State {
  readonly error: Error | null;
}

export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? (
      this.props.children
    ) : (
      <PageFault error={error} onRetry={() => this.setState({ error: null })} />
    );
  }
}
