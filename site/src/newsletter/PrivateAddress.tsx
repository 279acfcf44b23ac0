/** For pages whose address carries a token: the next page, and so the count, learns only from which site one came. */
export function PrivateAddress() {
  return <meta name="referrer" content="strict-origin" />
}
