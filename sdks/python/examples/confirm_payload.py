from client import thumbturn


async def confirm_payload(
    payload_signature: str, *, payload: str, user_id: str
) -> None:
    await thumbturn.verify_payload(
        payload_signature, payload=payload, user_id=user_id
    )
