from client import thumbturn


async def delete_lost_passkeys(username: str) -> int:
    """Deletes every passkey of a user, and returns how many there were."""
    found = await thumbturn.users.find(username)
    if found is None:
        return 0
    await thumbturn.users.delete_passkeys(found["user"]["userId"])
    return len(found["passkeys"])
