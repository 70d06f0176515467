-- +goose Up

-- What the cycle asked of a model and what came back; null where it wasn't counted.
ALTER TABLE cycles ADD COLUMN asked INTEGER;
ALTER TABLE cycles ADD COLUMN parsed INTEGER;
ALTER TABLE cycles ADD COLUMN empty INTEGER;
ALTER TABLE cycles ADD COLUMN dropped INTEGER;

PRAGMA user_version = 8;
