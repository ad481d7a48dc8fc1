"""How Django writes dates where no page says it: as all other pages do."""
