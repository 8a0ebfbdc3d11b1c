"""The pages of the administration. Each works without JavaScript: a form is answered with the way back to its page, or
with what is shown once."""
