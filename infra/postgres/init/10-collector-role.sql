-- Runs once, when the volume is empty. The collector is no superuser: in one database it makes its tables and brings
-- them up to date, and it has nothing to say anywhere else.

\set ON_ERROR_STOP on
\getenv password POSTGRES_COLLECTOR_PASSWORD

CREATE ROLE collector LOGIN PASSWORD :'password'
    NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT 30;

REVOKE ALL ON DATABASE half_measure, postgres, template1 FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT CONNECT ON DATABASE half_measure TO collector;
GRANT USAGE, CREATE ON SCHEMA public TO collector;

-- A transaction that was forgotten must not hold its locks for ever.
ALTER ROLE collector SET idle_in_transaction_session_timeout = '60s';
