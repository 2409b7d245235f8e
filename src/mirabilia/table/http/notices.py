"""Devices that are told of turns while their browser is closed: switched on, switched off."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ...texts import of_pages
from ..rooms import visitors
from ..rooms.devices import Device
from .asking import Sent, TheService, Visitor, language
from .showing import remember

router = APIRouter(include_in_schema=False)


@router.get("/push/key")
async def key(service: TheService) -> Response:
    """The key by which a browser's push service knows this server."""
    return JSONResponse({"key": await service.notices.key()}, headers={"Cache-Control": "no-store"})


@router.post("/push/subscribe")
async def subscribe(
    request: Request, service: TheService, visitor: Visitor, fields: Sent
) -> Response:
    """Where somebody is told from now on: ``endpoint``, ``p256dh``, ``auth``, of his browser."""
    visitor, token = visitors.somebody(visitor)
    address, p256dh, auth = (fields.text(name) for name in ("endpoint", "p256dh", "auth"))
    device = Device(visitor, address, p256dh, auth, of_pages(language(request)))
    await service.notices.switch_on(device)
    return remember(request, JSONResponse({"told": True}), token)


@router.post("/push/unsubscribe")
async def unsubscribe(service: TheService, visitor: Visitor, fields: Sent) -> Response:
    await service.notices.switch_off(visitor, fields.text("endpoint"))
    return JSONResponse({"told": False})
