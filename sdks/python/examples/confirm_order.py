from dataclasses import dataclass

from client import thumbturn


@dataclass
class Order:
    nonce: str
    payload: str
    user_id: str


async def confirm_order(token: str, order: Order) -> str:
    """Returns the user who confirmed the order."""
    claims = await thumbturn.verify_transaction(
        token,
        payload=order.payload,
        nonce=order.nonce,
        user_id=order.user_id,
    )
    return claims["sub"]
