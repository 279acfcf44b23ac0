-- Runs once, when the volume is empty. Neither account is a superuser, and both may use one database only. At start the
-- owner creates and migrates the tables, then grants the collector's account reading and writing of rows.

\set ON_ERROR_STOP on
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv password POSTGRES_COLLECTOR_PASSWORD

CREATE ROLE owner LOGIN PASSWORD :'owner_password'
    NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 10;
CREATE ROLE collector LOGIN PASSWORD :'password'
    NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 30;

REVOKE ALL ON DATABASE half_measure, postgres, template1 FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE half_measure TO owner, collector;
GRANT USAGE, CREATE ON SCHEMA public TO owner;
GRANT USAGE ON SCHEMA public TO collector;

-- A transaction that was forgotten must not hold its locks for ever.
ALTER ROLE owner SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE collector SET idle_in_transaction_session_timeout = '60s';
