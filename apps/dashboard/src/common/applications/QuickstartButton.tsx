import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { Link } from 'react-router'

/** Leads from a page without data to the quickstart of its application. */
export const QuickstartButton = ({ id, ...button }: ButtonProps & { id: string }) => (
  <Button component={Link} to={`/applications/${id}#quickstart`} {...button}>
    <Trans>Open quickstart</Trans>
  </Button>
)
