"""Several devices at one battle: a page hears within a second that another device has changed what it shows.

A stream carries nothing but the battle's version; the page then loads itself again. A message that is missed or merged
with the next one therefore does no harm.
"""
