interface RecoveryCodeListProps {
  codes: readonly string[]
}

/** Codes that are shown this once. */
export function RecoveryCodeList({ codes }: RecoveryCodeListProps) {
  return (
    <div className="codes">
      <p>
        Keep these recovery codes somewhere safe. Each opens the account once when the device is lost, and
        they are not shown again.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  )
}
