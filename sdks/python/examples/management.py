from client import thumbturn


async def delete_passkeys_named(username: str, name: str) -> int:
    """Deletes the user's passkeys with this name, and returns how many there were."""
    found = await thumbturn.users.find(username)
    passkeys = [one for one in found["passkeys"] if one["name"] == name] if found else []
    for passkey in passkeys:
        await thumbturn.passkeys.delete(passkey["id"])
    return len(passkeys)
