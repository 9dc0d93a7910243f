from django.http import JsonResponse
from thumbturn.django import TokenRequest, require_token

from blocking import thumbturn


@require_token(thumbturn)
def show_user(request: TokenRequest) -> JsonResponse:
    return JsonResponse({"username": request.claims["username"]})
