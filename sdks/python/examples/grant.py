from client import thumbturn


async def allow_another_passkey(username: str) -> str:
    return await thumbturn.grant(username, scopes=["reg:write"])
