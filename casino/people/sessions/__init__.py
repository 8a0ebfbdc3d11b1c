"""The sessions of the staff and the cookies of the displays: what each has shown, and whether its tablet is locked."""
