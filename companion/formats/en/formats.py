"""Days and times as the pages of the players have them: 24 Nov 2026 15:05."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y H:i"
TIME_FORMAT = "H:i"
