from django.http import JsonResponse
from django.urls import path
from thumbturn.django import (
    AccessRequest,
    require_access,
    serve_metadata,
)

from notes import notes


@require_access(notes)
async def list_notes(request: AccessRequest) -> JsonResponse:
    return JsonResponse({"owner": request.access.user_id})


urlpatterns = [
    serve_metadata(notes),
    path("notes", list_notes),
]
