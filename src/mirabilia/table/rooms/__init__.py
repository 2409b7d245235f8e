"""The tables themselves: who sits there, what is played, what is stored, what each seat sees.

``service`` is the only door to them, ``table_view`` the only thing that leaves. Nothing here knows a
request or a page.
"""
