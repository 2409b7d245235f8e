"""What happened, in sentences and pictures: log, wars, score sheets."""
