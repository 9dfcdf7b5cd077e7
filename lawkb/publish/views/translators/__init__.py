"""The translators' pages: findings, comments and progress, by code, law and rule."""
