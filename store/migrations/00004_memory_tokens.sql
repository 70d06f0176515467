-- +goose Up

ALTER TABLE cycles ADD COLUMN tokens INTEGER; -- of the memory text; null where it wasn't counted

PRAGMA user_version = 4;
