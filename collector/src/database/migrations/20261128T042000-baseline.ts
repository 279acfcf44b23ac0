import { sql, type Kysely } from 'kysely'

/**
 * Every table. Frozen once it is released: a change is a migration of its own. Until then a change goes in here, and the
 * file gets another date, so that databases from before are refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const tables of [identity, email, audience, workspace, analytics, coordination])
    await tables.execute(db)
}

const identity = sql`
  create table users (
    id uuid primary key default gen_random_uuid(),
    email text not null unique check (email = lower(email)),
    password_hash text not null,
    created_at timestamptz not null,
    last_sign_in_at timestamptz,
    former_emails text[] not null default '{}'
  );

  create table admin_profiles (
    user_id uuid primary key references users on delete cascade,
    role text not null check (role in ('owner', 'editor', 'analyst')),
    created_at timestamptz not null,
    second_factor_required boolean not null default false
  );

  create table sessions (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null,
    refreshed_at timestamptz not null,
    authenticated_at timestamptz not null,
    ended_at timestamptz,
    ended_by text,
    method text not null default 'password'
      check (method in ('password', 'passkey', 'oidc', 'recovery', 'invite')),
    aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
    browser text,
    check ((ended_at is null) = (ended_by is null))
  );
  create index sessions_by_user on sessions (user_id);

  create table identities (
    issuer text not null,
    subject text not null,
    user_id uuid not null references users on delete cascade,
    created_at timestamptz not null,
    primary key (issuer, subject),
    unique (user_id, issuer)
  );

  create table refresh_tokens (
    token_hash bytea primary key check (length(token_hash) = 32),
    session_id uuid not null references sessions on delete cascade,
    issued_at timestamptz not null,
    rotated_at timestamptz
  );
  create index refresh_tokens_by_session on refresh_tokens (session_id);

  create table account_tokens (
    token_hash bytea primary key check (length(token_hash) = 32),
    user_id uuid not null references users on delete cascade,
    purpose text not null check (purpose in ('recovery', 'invite', 'email_change')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    new_email text check (new_email = lower(new_email)),
    role text check (role in ('owner', 'editor', 'analyst')),
    check ((purpose = 'email_change') = (new_email is not null)),
    check ((purpose = 'invite') = (role is not null))
  );
  create index account_tokens_by_user on account_tokens (user_id);

  create table mfa_factors (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    factor_type text not null check (factor_type in ('totp', 'phone')),
    friendly_name text,
    secret bytea not null,
    status text not null check (status in ('unverified', 'verified')),
    created_at timestamptz not null,
    verified_at timestamptz,
    last_step integer
  );
  create index mfa_factors_by_user on mfa_factors (user_id);

  create table mfa_challenges (
    id uuid primary key default gen_random_uuid(),
    factor_id uuid not null references mfa_factors on delete cascade,
    session_id uuid not null references sessions on delete cascade,
    created_at timestamptz not null
  );
  create index mfa_challenges_by_factor on mfa_challenges (factor_id);
  create index mfa_challenges_by_session on mfa_challenges (session_id);

  create table passkeys (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    friendly_name text not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  );
  create index passkeys_by_user on passkeys (user_id);

  create table used_passkey_challenges (
    challenge text primary key,
    used_at timestamptz not null
  );
  create index used_passkey_challenges_by_time on used_passkey_challenges (used_at);

  create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    code_hash bytea not null check (length(code_hash) = 32),
    created_at timestamptz not null,
    primary key (user_id, code_hash)
  );

  create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    event text not null,
    user_id uuid,
    details jsonb not null,
    chain text not null default 'administration',
    position bigint not null,
    hash bytea not null,
    unique (chain, position)
  );

  -- Each entry is hashed with the one before it, which nothing can come between.
  create function chain_audit_entry() returns trigger language plpgsql as $$
  declare
    previous record;
  begin
    perform pg_advisory_xact_lock(hashtext('audit_log ' || new.chain));
    select position, hash into previous from audit_log
      where chain = new.chain order by position desc limit 1;
    new.position := coalesce(previous.position, 0) + 1;
    new.hash := sha256(coalesce(previous.hash, '') || convert_to(concat_ws(E'\\x1f', new.position,
      to_char(new.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), new.event,
      coalesce(new.user_id::text, ''), new.details::text), 'UTF8'));
    return new;
  end $$;
  -- A restore brings hashes with it.
  create trigger chain_audit_entry before insert on audit_log
    for each row when (new.hash is null) execute function chain_audit_entry();

  create index audit_log_by_time on audit_log (at);
  create index audit_log_by_event on audit_log (event, at);

  create table limited_attempts (
    id bigint generated always as identity primary key,
    key_hash bytea not null check (length(key_hash) = 32),
    at timestamptz not null
  );
  create index limited_attempts_by_key on limited_attempts (key_hash, at);
  create index limited_attempts_by_time on limited_attempts (at)`

const email = sql`
  create table outbox (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    about text not null check (about = lower(about)),
    recipient text not null,
    reply_to text,
    subject text not null,
    content bytea not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    attempts integer not null default 0,
    is_paused boolean not null default false,
    failed_at timestamptz,
    last_error text
  );
  create index outbox_by_due on outbox (due_at) where failed_at is null;
  create index outbox_by_person on outbox (about)`

const audience = sql`
  create table newsletter_subscribers (
    id uuid primary key default gen_random_uuid(),
    email text not null unique check (email = lower(email)),
    source text not null,
    created_at timestamptz not null,
    requested_at timestamptz not null,
    confirmed_at timestamptz,
    allows_opens boolean not null default false,
    opens_version text,
    opens_allowed_at timestamptz,
    opens_withdrawn_at timestamptz,
    check ((opens_version is null) = (opens_allowed_at is null)),
    check (allows_opens = (opens_allowed_at is not null and opens_withdrawn_at is null))
  );
  create index newsletter_subscribers_by_time on newsletter_subscribers (created_at);

  create table newsletter_issues (
    id uuid primary key default gen_random_uuid(),
    subject text not null,
    preheader text not null,
    body text not null,
    state text not null check (state in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped')),
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    scheduled_for timestamptz,
    started_at timestamptz,
    finished_at timestamptz,
    emails integer not null default 0,
    counting_opens integer not null default 0,
    unsent integer,
    in_archive boolean not null default true,
    paused_itself boolean not null default false,
    check (not paused_itself or state = 'paused'),
    check ((state = 'scheduled') = (scheduled_for is not null)),
    check ((state in ('draft', 'scheduled')) = (started_at is null)),
    check ((state in ('sent', 'stopped')) = (finished_at is not null)),
    check ((state = 'stopped') = (unsent is not null))
  );
  create index newsletter_issues_by_time on newsletter_issues (created_at);

  create table newsletter_tokens (
    token_hash bytea primary key check (length(token_hash) = 32),
    subscriber_id uuid references newsletter_subscribers on delete set null,
    purpose text not null check (purpose in ('confirm', 'unsubscribe', 'guide')),
    issue_id uuid references newsletter_issues check (issue_id is null or purpose = 'unsubscribe'),
    created_at timestamptz not null
  );
  create index newsletter_tokens_by_subscriber on newsletter_tokens (subscriber_id);

  create table newsletter_issue_links (
    issue_id uuid not null references newsletter_issues,
    position integer not null,
    url text not null,
    primary key (issue_id, position)
  );

  create table newsletter_issue_counts (
    issue_id uuid not null references newsletter_issues,
    kind text not null check (kind in ('open', 'machine_open', 'click', 'machine_click', 'unsubscribe')),
    link integer not null check (link = 0 or kind in ('click', 'machine_click')),
    hour integer not null check (hour between 0 and 168),
    count bigint not null,
    primary key (issue_id, kind, link, hour)
  );

  create table newsletter_deliveries (
    email_id uuid primary key,
    issue_id uuid not null references newsletter_issues,
    subscriber_id uuid references newsletter_subscribers on delete set null,
    outcome text not null check (outcome in ('waiting', 'delivered', 'failed', 'unsubscribed', 'stopped')),
    counts_opens boolean not null default false,
    address_refused boolean not null default false,
    queued_at timestamptz not null,
    unique (issue_id, subscriber_id)
  );
  create index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id);
  create index newsletter_deliveries_by_time on newsletter_deliveries (queued_at);
  create index newsletter_deliveries_refused on newsletter_deliveries (subscriber_id) where address_refused;

  create table contact_messages (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    email text not null check (email = lower(email)),
    subject text not null,
    message text not null,
    mailbox text not null check (mailbox in ('editorial', 'general', 'newsletter')),
    status text not null check (status in ('unread', 'read', 'replied', 'archived')),
    is_spam boolean not null,
    spam_reasons text[] not null,
    may_print boolean not null,
    letter_title text,
    letter_text text,
    letter_name text,
    letter_published_at timestamptz,
    created_at timestamptz not null,
    check (num_nulls(letter_title, letter_text, letter_name, letter_published_at) in (0, 4)),
    -- Nothing is printed without its sender's permission.
    check (may_print or letter_published_at is null)
  );
  create index contact_messages_by_publication on contact_messages (letter_published_at)
    where letter_published_at is not null;
  create index contact_messages_by_time on contact_messages (created_at);
  create index contact_messages_by_email on contact_messages (email);

  create table message_replies (
    id uuid primary key default gen_random_uuid(),
    message_id uuid not null references contact_messages on delete cascade,
    text text not null,
    email_id uuid not null unique,
    outcome text not null default 'waiting' check (outcome in ('waiting', 'delivered', 'failed')),
    failure text,
    author_id uuid references users on delete set null,
    created_at timestamptz not null,
    check ((outcome = 'failed') = (failure is not null))
  );
  create index message_replies_by_message on message_replies (message_id, created_at);
  create index message_replies_by_author on message_replies (author_id);

  create table consent_records (
    id text not null,
    version text not null,
    granted_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (id, version, granted_at)
  );
  -- One consent at a time; a withdrawn one can be given again.
  create unique index consent_records_in_force on consent_records (id, version) where withdrawn_at is null;
  create index consent_records_by_withdrawal on consent_records (withdrawn_at) where withdrawn_at is not null;
  create index consent_records_by_grant on consent_records (granted_at)`

const workspace = sql`
  create table annotations (
    id uuid primary key default gen_random_uuid(),
    day date not null,
    text text not null,
    author_id uuid references users on delete set null,
    created_at timestamptz not null
  );
  create index annotations_by_day on annotations (day);
  create index annotations_by_author on annotations (author_id);

  create table saved_views (
    id uuid primary key default gen_random_uuid(),
    owner_id uuid references users on delete set null,
    name text not null,
    query text not null,
    shared boolean not null,
    created_at timestamptz not null,
    check (owner_id is not null or shared)
  );
  create index saved_views_by_owner on saved_views (owner_id);

  create table saved_funnels (
    id uuid primary key default gen_random_uuid(),
    name text not null,
    steps text[] not null check (cardinality(steps) between 2 and 8),
    window_minutes integer not null check (window_minutes between 1 and 1440),
    created_at timestamptz not null,
    changed_at timestamptz not null
  );

  create table report_settings (
    user_id uuid primary key references users on delete cascade,
    weekly boolean not null default false,
    alerts boolean not null default false
  );

  create table weekly_reports (
    user_id uuid not null references users on delete cascade,
    week date not null,
    sent_at timestamptz not null,
    primary key (user_id, week)
  );

  create table alert_rules (
    id uuid primary key default gen_random_uuid(),
    metric text not null,
    comparison text not null check (comparison in ('below', 'above', 'down', 'up')),
    threshold double precision not null,
    window_minutes integer not null,
    filters text[] not null,
    created_by uuid references users on delete set null,
    created_at timestamptz not null,
    raised_since timestamptz,
    checked_at timestamptz,
    last_value double precision
  );

  create table alert_posts (
    id uuid primary key,
    kind text not null,
    body text not null,
    created_at timestamptz not null,
    due_at timestamptz not null,
    attempts integer not null default 0
  );

  create table link_checks (
    href text primary key,
    checked_at timestamptz not null,
    status integer,
    problem text check ((problem is null) = (status is not null)),
    url text not null,
    redirects integer not null,
    ms integer not null,
    failed_nights integer not null,
    failing_since timestamptz check ((failing_since is null) = (failed_nights = 0))
  )`

const analytics = sql`
  create table api_tokens (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('token', 'link')),
    name text not null,
    secret_hash bytea not null unique,
    password_hash text check (password_hash is null or kind = 'link'),
    scopes text[] not null check (scopes <@ array['figures', 'revenue', 'live', 'events'] and cardinality(scopes) > 0),
    view text not null,
    created_by uuid not null references admin_profiles on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
  );
  create index api_tokens_by_administrator on api_tokens (created_by);

  create table goal_settings (
    id boolean primary key default true check (id),
    goals jsonb not null,
    changed_at timestamptz not null
  );

  create table ended_experiments (
    test text primary key,
    variant text not null,
    note text not null,
    ended_at timestamptz not null,
    ended_by uuid references users on delete set null,
    result jsonb not null,
    archived boolean not null default false
  );
  create index ended_experiments_by_administrator on ended_experiments (ended_by);

  create table experiment_decisions (
    test text not null,
    variant text not null,
    kind text not null check (kind in ('keep', 'stop', 'no_difference')),
    since date not null,
    sentence text not null,
    primary key (test, variant)
  );

  create table history_imports (
    id uuid primary key default gen_random_uuid(),
    provider text not null,
    report text not null,
    dimensions text[] not null,
    file_name text not null,
    file_digest text not null unique,
    first_day date not null,
    last_day date not null,
    rows integer not null,
    state text not null check (state in ('storing', 'stored', 'deleting')),
    imported_by uuid references users on delete set null,
    imported_at timestamptz not null
  );
  create index history_imports_by_administrator on history_imports (imported_by);

  create table affiliate_commissions (
    network text not null,
    row_key text not null,
    sub_id text not null,
    occurred_at timestamptz not null,
    commission numeric(18, 4) not null,
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    status text not null check (status in ('pending', 'approved', 'declined')),
    primary key (network, row_key)
  );
  create index affiliate_commissions_by_time on affiliate_commissions (occurred_at);

  create table commission_imports (
    network text primary key,
    imported_at timestamptz not null
  )`

/** What several collectors on one ClickHouse server agree on. */
const coordination = sql`
  create table collectors (
    id uuid primary key,
    state text not null check (state in ('live', 'stopped', 'retired')),
    heartbeat_at timestamptz not null,
    timeout_ms integer not null,
    figures jsonb not null,
    loaded_through float8[] not null,
    oldest_pending_ms float8 not null
  );

  create table leases (
    name text primary key,
    holder uuid not null,
    process uuid not null,
    fence bigint not null,
    expires_at timestamptz not null
  );

  create table erasure_requests (
    session_digest text primary key check (session_digest ~ '^[0-9a-f]{64}$'),
    session_id text,
    requested_at timestamptz not null default now(),
    found boolean not null default false,
    completed_at timestamptz,
    check ((session_id is null) = (completed_at is not null))
  );
  create index erasure_requests_by_completion on erasure_requests (completed_at);

  create table erasure_acknowledgements (
    session_digest text not null references erasure_requests on delete cascade,
    collector uuid not null,
    primary key (session_digest, collector)
  );

  create table nightly_runs (
    name text primary key,
    done_at timestamptz not null
  )`
