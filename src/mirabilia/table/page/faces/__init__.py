"""Cards, boards, shipyards and their signs as they are drawn and explained in words."""
